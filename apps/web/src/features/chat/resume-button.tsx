import { useMutation } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { client } from "../../data/client.ts";
import { useTaskFollower } from "../../data/task/use-task.ts";
import { Button } from "../../ui/button.tsx";
import { tellFailure } from "../../ui/toast.ts";

export function ResumeButton() {
  const { taskId } = useTaskFollower();
  const resume = useMutation({
    mutationFn: () => client.tasks.resume({ params: { taskId }, body: {} }),
    onError: tellFailure,
  });
  return (
    <Button size="sm" disabled={resume.isPending} onClick={() => resume.mutate()}>
      <Play /> Continue
    </Button>
  );
}
