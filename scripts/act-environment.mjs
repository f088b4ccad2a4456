// React warns about every state change outside of act() unless the environment says that it knows act().
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
