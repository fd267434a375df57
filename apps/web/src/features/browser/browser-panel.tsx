import type { BrowserAction, ImagePart } from "@roo-code/types";
import { Globe } from "lucide-react";
import { useRef, useState } from "react";
import * as z from "zod";
import { live } from "../../data/live.ts";
import type { CallRow } from "../../data/task/chat-row.ts";
import { useFollowed, useIsRunning, useTaskFollower } from "../../data/task/use-task.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/field.tsx";
import { Empty } from "../../ui/states.tsx";
import { showError } from "../../ui/toast.ts";
import { describeCall } from "../chat/calls/describe-call.ts";
import { imageUrl } from "../chat/images.tsx";

const viewSchema = z.object({
  url: z.string(),
  title: z.string(),
  size: z.string(),
  screenshot: z.object({ type: z.literal("image"), mediaType: z.string(), data: z.string() }).optional(),
  notes: z.array(z.string()),
  problems: z.array(z.string()),
});
type View = z.infer<typeof viewSchema>;

/** The agent's browser and its actions; the user can act in it while the task runs. */
export default function BrowserPanel() {
  const { taskId } = useTaskFollower();
  const isRunning = useIsRunning();
  const rows = useFollowed((task) => task.rows);
  const actions = rows.filter(isBrowserCall);
  const [own, setOwn] = useState<{ view: View; after: number }>();
  const [isActing, setIsActing] = useState(false);
  const last = actions.at(-1);
  // The newest view, of the agent's action or the user's.
  const isOwn = own !== undefined && own.after >= (last?.seq ?? 0);
  const screenshot: ImagePart | undefined = isOwn
    ? own.view.screenshot
    : actions.findLast(({ end }) => end?.images?.[0])?.end?.images?.[0];
  const act = async (action: BrowserAction) => {
    setIsActing(true);
    try {
      const acted = viewSchema.parse(await live().actInBrowser(taskId, action));
      const shown = acted.screenshot
        ? acted
        : viewSchema.parse(await live().actInBrowser(taskId, { action: "screenshot" }));
      setOwn({ view: shown, after: last?.seq ?? 0 });
    } catch (error) {
      showError(error);
    } finally {
      setIsActing(false);
    }
  };
  if (actions.length === 0 && !own && !isRunning)
    return (
      <Empty icon={<Globe />} title="No browser activity yet">
        The agent's browser appears here. You can take over while it works.
      </Empty>
    );
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <Controls
        isDisabled={!isRunning || isActing}
        address={isOwn ? own.view.url : ""}
        onAct={(action) => void act(action)}
      />
      <Screen screenshot={screenshot} canAct={isRunning && !isActing} onAct={(action) => void act(action)} />
      <ol aria-label="Actions" className="border-t px-3 py-2 text-xs">
        {actions.toReversed().map((row) => (
          <li key={row.key} className="border-b py-1.5 last:border-b-0">
            <span className="font-medium">{describeCall(row.name, row.input).subject}</span>
            {row.end && (
              <pre className="mt-0.5 max-h-24 overflow-auto font-mono text-2xs whitespace-pre-wrap text-ink-3">
                {consoleOf(row.end.content)}
              </pre>
            )}
          </li>
        ))}
        {isOwn &&
          own.view.problems.map((problem) => (
            <li key={problem} className="py-1 text-bad">
              {problem}
            </li>
          ))}
      </ol>
    </div>
  );
}

function isBrowserCall(row: { kind: string }): row is CallRow {
  return row.kind === "call" && "name" in row && row.name === "browser_action";
}

/** The first lines: the rest is the page tree for the model. */
function consoleOf(content: string): string {
  return content.split("\n").slice(1, 8).join("\n");
}

interface ControlsProps {
  readonly isDisabled: boolean;
  readonly address: string;
  readonly onAct: (action: BrowserAction) => void;
}

function Controls({ isDisabled, address, onAct }: ControlsProps) {
  const [url, setUrl] = useState(address);
  const [text, setText] = useState("");
  return (
    <div className="flex flex-col gap-2 border-b p-2">
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (url.trim()) onAct({ action: address ? "navigate" : "launch", url: url.trim() });
        }}
      >
        <Input
          aria-label="Address"
          placeholder="http://localhost:3000"
          value={url}
          disabled={isDisabled}
          onChange={(event) => setUrl(event.target.value)}
        />
        <Button type="submit" disabled={isDisabled}>
          Go
        </Button>
        <Button disabled={isDisabled} onClick={() => onAct({ action: "screenshot" })}>
          Screenshot
        </Button>
      </form>
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (text) onAct({ action: "type", text });
          setText("");
        }}
      >
        <Input
          aria-label="Text to type"
          placeholder="Type into the focused field"
          value={text}
          disabled={isDisabled}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={isDisabled}>
          Type
        </Button>
        <Button disabled={isDisabled} onClick={() => onAct({ action: "press", key: "Enter" })}>
          Enter
        </Button>
      </form>
      {isDisabled && <p className="text-2xs text-ink-3">You can use the browser while the task is running.</p>}
    </div>
  );
}

interface ScreenProps {
  readonly screenshot: ImagePart | undefined;
  readonly canAct: boolean;
  readonly onAct: (action: BrowserAction) => void;
}

/** Clicks on the screenshot are sent to the page. */
function Screen({ screenshot, canAct, onAct }: ScreenProps) {
  const image = useRef<HTMLImageElement>(null);
  if (!screenshot) return <Empty title="No screenshot yet" />;
  return (
    <button
      type="button"
      aria-label="Screenshot of the agent's browser; clicks are sent to the page"
      disabled={!canAct}
      className="block bg-sunken p-2 disabled:cursor-default"
      onClick={(event) => {
        const element = image.current;
        if (!element) return;
        const box = element.getBoundingClientRect();
        const x = Math.round(((event.clientX - box.left) / box.width) * element.naturalWidth);
        const y = Math.round(((event.clientY - box.top) / box.height) * element.naturalHeight);
        onAct({ action: "click", coordinate: `${x},${y}@${element.naturalWidth}x${element.naturalHeight}` });
      }}
    >
      <img
        ref={image}
        src={imageUrl(screenshot)}
        alt="Screenshot of the agent's browser"
        className="mx-auto max-w-full rounded border"
      />
    </button>
  );
}
