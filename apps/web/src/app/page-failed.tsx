import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { Button } from "../ui/button.tsx";
import { Empty, Failed } from "../ui/states.tsx";

/** A page that broke leaves the rest of the app as it was. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return <Failed error={error} onRetry={reset} />;
}

export function NotFound() {
  return (
    <Empty title="Page not found">
      <Button asChild look="plain" className="mt-2">
        <Link to="/">Back to home</Link>
      </Button>
    </Empty>
  );
}
