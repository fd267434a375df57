import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Play } from "lucide-react";
import { client } from "../../data/client.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { tellFailure } from "../../ui/toast.ts";

export function WatchDemo() {
  const navigate = useNavigate();
  const demo = useMutation({
    mutationFn: () => client.server.demo(),
    onSuccess: ({ taskId }) => navigate({ to: "/task/$taskId", params: { taskId } }),
    onError: tellFailure,
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
