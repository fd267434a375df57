import { Card } from "../../ui/card.tsx";
import { FailedPart } from "../../ui/states.tsx";

interface EvalsMissingProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Shown for errors, and for servers without evals. */
export function EvalsMissing({ error, onRetry }: EvalsMissingProps) {
  return (
    <Card>
      <FailedPart error={error} onRetry={onRetry} title="Evals are not available on this server">
        Evals need a database. Start <code>roo serve</code> with <code>DATABASE_URL</code>, or use{" "}
        <code>roo evals</code> in a terminal.
      </FailedPart>
    </Card>
  );
}
