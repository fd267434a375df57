import { Component, type ComponentType, lazy, type ReactNode } from "react";
import { Failed } from "./states.tsx";

const retryDelaysMs = [300, 1000, 3000, 5000, 5000, 5000];

/** A component that is loaded when first shown; retried while the server cannot be reached. */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => {
    for (const delayMs of retryDelaysMs)
      try {
        return await load();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
    return load();
  });
}

/** An error inside does not break the rest of the page. */
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
