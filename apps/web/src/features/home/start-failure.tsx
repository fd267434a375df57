import { ApiFailure } from "@roo-code/client";
import { Link } from "@tanstack/react-router";
import { Button } from "../../ui/button.tsx";
import { describeError } from "../../ui/states.tsx";

const aboutProviders = ["no_provider", "unknown_provider", "missing_key", "missing_model", "profile_not_found"];

/** Why a task did not begin; the words are still there. */
export function StartFailure({ error }: { readonly error: unknown }) {
  const { message, next } = describeError(error);
  const isAboutProvider = error instanceof ApiFailure && aboutProviders.includes(error.code);
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-lg bg-bad-soft px-4 py-2 text-sm text-bad">
      <p className="min-w-60 flex-1">
        {message} {!isAboutProvider && next}
      </p>
      {isAboutProvider && (
        <Button asChild size="sm">
          <Link to="/settings/$section" params={{ section: "providers" }}>
            Set up a model
          </Link>
        </Button>
      )}
    </div>
  );
}
