import { SquareTerminal } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { live } from "../../data/live.ts";
import { newOpId } from "../../data/submit-op.ts";
import type { CallRow } from "../../data/task/chat-row.ts";
import { useFollowed, useTaskView } from "../../data/task/use-task.ts";
import { useTheme } from "../../data/theme.ts";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { describeError, Empty } from "../../ui/states.tsx";
import { commandOutput, describeCall, textIn } from "../chat/calls/describe-call.ts";
import { createTerminal, type TerminalView } from "./create-terminal.ts";

export default function TerminalPanel() {
  const [tab, setTab] = useState<"agent" | "shell">("agent");
  const workspaceId = useTaskView()?.workspaceId;
  return (
    <div className="flex h-full flex-col">
      <div className="border-b p-2">
        <Segmented
          label="Terminal"
          value={tab}
          options={[
            { value: "agent", label: "Agent" },
            { value: "shell", label: "Your shell" },
          ]}
          onChange={setTab}
        />
      </div>
      <div className="min-h-0 flex-1">
        {tab === "agent" && <AgentCommands />}
        {tab === "shell" &&
          (workspaceId ? <OwnShell workspaceId={workspaceId} /> : <Empty title="The task's folder is not open here" />)}
      </div>
    </div>
  );
}

/** Older commands are only shown in the chat. */
const maxCommands = 30;

/** The agent's commands with their live output. */
function AgentCommands() {
  const rows = useFollowed((task) => task.rows);
  const commands = rows.filter(isCommand).slice(-maxCommands);
  if (commands.length === 0)
    return (
      <Empty icon={<SquareTerminal />} title="No commands yet">
        Commands the agent runs appear here live.
      </Empty>
    );
  return <Screen commands={commands} />;
}

function isCommand(row: { kind: string }): row is CallRow {
  return row.kind === "call" && "name" in row && describeCall(String(row.name), {}).kind === "command";
}

function Screen({ commands }: { readonly commands: readonly CallRow[] }) {
  const outputs = useFollowed(({ reply }) => reply.outputs);
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<TerminalView>(undefined);
  const shown = useRef("");
  const theme = useTheme();
  const text = commands.map((row) => textOf(row, outputs[row.callId])).join("\n");
  useEffect(() => view.current?.updateTheme(), [theme]);
  useEffect(() => {
    if (!container.current) return;
    view.current = createTerminal(container.current, { isReadOnly: true, label: "Agent commands" });
    shown.current = "";
    return () => view.current?.dispose();
  }, []);
  useEffect(() => {
    const terminal = view.current?.terminal;
    if (!terminal) return;
    // Appends if the new text starts with what is already shown.
    if (!text.startsWith(shown.current)) terminal.reset();
    terminal.write(text.startsWith(shown.current) ? text.slice(shown.current.length) : text);
    shown.current = text;
  }, [text]);
  return <div ref={container} className="h-full overflow-hidden bg-surface p-2" />;
}

function textOf({ input, end }: CallRow, output: string | undefined): string {
  const prompt = `\u001B[1m$ ${textIn(input, "command") ?? textIn(input, "input", "text", "id") ?? ""}\u001B[0m\n`;
  const failure = end?.trouble === undefined ? "" : `\n\u001B[31m✗ ${end.trouble}\u001B[0m`;
  return `${prompt}${end ? commandOutput(end.content) : (output ?? "")}${failure}`;
}

/** A shell of the user in the workspace. It ends with the connection. */
function OwnShell({ workspaceId }: { readonly workspaceId: string }) {
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<TerminalView>(undefined);
  const theme = useTheme();
  const [attempt, setAttempt] = useState(0);
  const [end, setEnd] = useState<string>();
  useEffect(() => view.current?.updateTheme(), [theme]);
  useEffect(() => {
    if (!container.current) return;
    setEnd(undefined);
    const created = createTerminal(container.current, { isReadOnly: false, label: "Shell" });
    view.current = created;
    const { terminal } = created;
    const shellId = newOpId();
    const connection = live();
    terminal.onData((text) => connection.writeShell(shellId, text));
    terminal.onResize(({ cols, rows }) => connection.resizeShell(shellId, cols, rows));
    connection
      .openShell(
        { shellId, workspaceId, columns: Math.max(2, terminal.cols), rows: Math.max(2, terminal.rows) },
        {
          onOutput: (text) => terminal.write(text),
          onEnd: (exitCode) =>
            setEnd(
              exitCode === null ? "Connection lost; the shell was closed." : `Shell exited with code ${exitCode}.`,
            ),
        },
      )
      .then(() => terminal.focus())
      .catch((error: unknown) => setEnd(describeError(error).message));
    return () => {
      connection.closeShell(shellId);
      created.dispose();
    };
  }, [workspaceId, attempt]);
  return (
    <div className="flex h-full flex-col">
      {end !== undefined && (
        <p role="status" className="flex items-center gap-3 border-b px-3 py-1.5 text-xs text-ink-2">
          <span className="flex-1">{end}</span>
          <Button size="sm" onClick={() => setAttempt(attempt + 1)}>
            Open a new shell
          </Button>
        </p>
      )}
      <div ref={container} className="min-h-0 flex-1 overflow-hidden bg-surface p-2" />
    </div>
  );
}
