import { Component, type ReactNode } from "react";
import { Failed } from "./states.tsx";

/** What breaks inside of it leaves the rest of the page as it was. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <Failed error={error} onRetry={() => this.setState({ error: undefined })} />;
  }
}
