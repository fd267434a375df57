import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { Button } from "../ui/button.tsx";
import { Empty, Failed } from "../ui/states.tsx";

/** A page that broke leaves the rest of the app as it was. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return <Failed error={error} onRetry={reset} />;
}

export function NotFound() {
  return (
    <Empty title="There is nothing at this address">
      <Button asChild look="plain" className="mt-2">
        <Link to="/">Go home</Link>
      </Button>
    </Empty>
  );
}
