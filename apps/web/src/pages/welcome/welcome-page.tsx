import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Play } from "lucide-react";
import { client } from "../../data/client.ts";
import { aboutQuery } from "../../data/server-queries.ts";
import { FoundModels } from "../../features/welcome/found-models.tsx";
import { PasteKey } from "../../features/welcome/paste-key.tsx";
import { markWelcomed } from "../../features/welcome/welcomed.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { showError } from "../../ui/toast.ts";

/** Shown until a model is configured: use a detected one, paste a key, or watch the demo. */
export function WelcomePage() {
  const { data, error, refetch } = useQuery(aboutQuery);
  const navigate = useNavigate();
  const goHome = () => {
    markWelcomed();
    void navigate({ to: "/" });
  };
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-2xl flex-col gap-6 px-4 py-8 md:py-14">
        <header className="flex flex-col gap-2">
          <img src="/icon.svg" alt="" className="size-10" />
          <h1 className="text-2xl font-semibold tracking-tight">Choose a model to get started</h1>
          <p className="text-ink-2">
            Roo Code works with the model of your choice. Keys stay on this machine, in its secret store.
          </p>
        </header>
        {error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <>
            <FoundModels found={data.found} onDone={goHome} />
            <PasteKey onDone={goHome} />
            <WatchDemo />
          </>
        ) : (
          <Loading label="Looking for models" />
        )}
        <p className="text-center">
          <Button variant="quiet" size="sm" onClick={goHome}>
            Continue without a model
          </Button>
        </p>
      </div>
    </div>
  );
}

function WatchDemo() {
  const navigate = useNavigate();
  const demo = useMutation({
    mutationFn: () => client.server.demo(),
    onSuccess: ({ taskId }) => navigate({ to: "/task/$taskId", params: { taskId } }),
    onError: showError,
  });
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-4 p-4">
        <div className="min-w-56 flex-1">
          <h2 className="text-sm font-semibold">See it work first</h2>
          <p className="text-sm text-ink-2">
            A task in a small project of its own. Files, commands and tests are real; only the model is scripted.
          </p>
        </div>
        <Button disabled={demo.isPending} onClick={() => demo.mutate()}>
          <Play aria-hidden /> {demo.isPending ? "Starting…" : "Watch the demo"}
        </Button>
      </div>
    </Card>
  );
}
