import { Component, type ComponentType, lazy, type ReactNode } from "react";
import { Failed } from "./states.tsx";

const pausesMs = [300, 1000, 3000, 5000, 5000, 5000];

/** A part of the app that is fetched when first shown, and again where the server was out of reach. */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => {
    for (const pauseMs of pausesMs)
      try {
        return await load();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    return load();
  });
}

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
