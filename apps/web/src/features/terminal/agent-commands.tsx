import { SquareTerminal } from "lucide-react";
import { useEffect, useRef } from "react";
import type { CallRow } from "../../data/task/chat-row.ts";
import { useFollowed } from "../../data/task/use-task.ts";
import { useTheme } from "../../data/theme.ts";
import { Empty } from "../../ui/states.tsx";
import { textIn } from "../chat/calls/call-input.ts";
import { commandWords } from "../chat/calls/command-words.ts";
import { describeCall } from "../chat/calls/describe-call.ts";
import { createTerminal, type TerminalView } from "./create-terminal.ts";

/** Older commands are in the chat. */
const most = 30;

/** The agent's commands one below the other, as they print. */
export function AgentCommands() {
  const rows = useFollowed((task) => task.rows);
  const commands = rows.filter(isCommand).slice(-most);
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
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<TerminalView>(undefined);
  const shown = useRef("");
  const theme = useTheme();
  const text = commands.map((row) => wordsOf(row, outputs[row.callId])).join("\n");
  useEffect(() => view.current?.recolour(), [theme]);
  useEffect(() => {
    if (!place.current) return;
    view.current = createTerminal(place.current, { isReadOnly: true, label: "Agent commands" });
    shown.current = "";
    return () => view.current?.dispose();
  }, []);
  useEffect(() => {
    const terminal = view.current?.terminal;
    if (!terminal) return;
    // Only what is new, as long as what was there is the beginning of what is.
    if (!text.startsWith(shown.current)) terminal.reset();
    terminal.write(text.startsWith(shown.current) ? text.slice(shown.current.length) : text);
    shown.current = text;
  }, [text]);
  return <div ref={place} className="h-full overflow-hidden bg-surface p-2" />;
}

function wordsOf({ input, end }: CallRow, live: string | undefined): string {
  const prompt = `\u001B[1m$ ${textIn(input, "command") ?? textIn(input, "input", "text", "id") ?? ""}\u001B[0m\n`;
  const failure = end?.trouble === undefined ? "" : `\n\u001B[31m✗ ${end.trouble}\u001B[0m`;
  return `${prompt}${end ? commandWords(end.content) : (live ?? "")}${failure}`;
}
