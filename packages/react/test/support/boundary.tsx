import { Component, type ReactNode } from 'react';

/** All that boundaries caught. */
export const caught = new Set<unknown>();

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
    caught.add(error);
    this.props.onError(error);
  }
  /** Mounts its children anew. */
  retry = (): void => this.setState({ failed: false });
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
