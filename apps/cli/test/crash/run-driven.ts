import { createHost, type RunOptions, rooHome, type TaskSession } from "@roo-code/host";
import type { ApprovalKind, TaskEvent, TaskId } from "@roo-code/types";

interface Driven {
  readonly attended: boolean;
  readonly autoApprove: readonly ApprovalKind[];
  /** Called with each event of the task, once it is on disk. */
  readonly onEvent: (event: TaskEvent, session: TaskSession) => void;
  /** Called before the task runs, also if it is resumed. */
  readonly onOpen?: (session: TaskSession, args: readonly string[]) => void;
}

/** Creates or resumes a task as the command line says (`<base url> [<task id> …]`), prints its events, and runs it. */
export async function runDriven({ attended, autoApprove, onEvent, onOpen }: Driven): Promise<void> {
  const [baseUrl = "", taskId, ...args] = process.argv.slice(2);
  const host = createHost({ home: rooHome(process.env), environment: process.env, version: "0.0.0" });
  let session: TaskSession | undefined;
  const options: RunOptions = {
    provider: { apiProvider: "openai", apiModelId: "careful", apiBaseUrl: baseUrl, apiKey: "none" },
    limits: {},
    autoApprove: new Set(autoApprove),
    attended,
    observe(item) {
      if ("live" in item) return;
      print(item);
      if (session) onEvent(item, session);
    },
  };
  const configuration = await host.configure(process.cwd());
  session =
    taskId === undefined
      ? await host.createTask({ ...options, configuration })
      : // The id comes from the folder of the task.
        await host.openTask(taskId as TaskId, { ...options, configuration });
  if (session.state.messages.length === 0 && session.state.waitingMessages.length === 0)
    void session.submit({ type: "message.send", opId: "prompt", text: "do it" });
  onOpen?.(session, args);
  const { status } = await session.run();
  process.exitCode = status === "completed" ? 0 : 1;
}

export function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
