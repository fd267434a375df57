import { useEffect, useRef, useState } from "react";
import { live } from "../../data/live.ts";
import { newOpId } from "../../data/op-id.ts";
import { useTheme } from "../../data/theme.ts";
import { Button } from "../../ui/button.tsx";
import { describeError } from "../../ui/states.tsx";
import { createTerminal, type TerminalView } from "./create-terminal.ts";

/** A shell of the person's own in the workspace. It lives as long as the connection. */
export function OwnShell({ workspaceId }: { readonly workspaceId: string }) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<TerminalView>(undefined);
  const theme = useTheme();
  const [round, setRound] = useState(0);
  const [end, setEnd] = useState<string>();
  useEffect(() => view.current?.recolour(), [theme]);
  useEffect(() => {
    if (!place.current) return;
    setEnd(undefined);
    const made = createTerminal(place.current, { isReadOnly: false, label: "Shell" });
    view.current = made;
    const { terminal } = made;
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
      made.dispose();
    };
  }, [workspaceId, round]);
  return (
    <div className="flex h-full flex-col">
      {end !== undefined && (
        <p role="status" className="flex items-center gap-3 border-b px-3 py-1.5 text-xs text-ink-2">
          <span className="flex-1">{end}</span>
          <Button size="sm" onClick={() => setRound(round + 1)}>
            Open a new shell
          </Button>
        </p>
      )}
      <div ref={place} className="min-h-0 flex-1 overflow-hidden bg-surface p-2" />
    </div>
  );
}
