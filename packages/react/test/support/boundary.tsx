import { Component, type ReactNode } from 'react';

/** Keeps the first error that reaches it, until `retry`. */
export class Boundary extends Component<
  { onError: (error: unknown) => void; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }
  /** Mounts its children anew. */
  retry = (): void => this.setState({ failed: false });
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
