import type { ContextTokens } from "@roo-code/types";
import type { TaskView } from "@roo-code/types/api";
import { useTaskView } from "../../data/task/use-task.ts";
import { formatCost, formatCount } from "../../ui/format.ts";
import { Meter } from "../../ui/meter.tsx";
import { Popover } from "../../ui/popover.tsx";

const parts = [
  { name: "system", label: "System prompt", colour: "bg-accent" },
  { name: "tools", label: "Tools", colour: "bg-ok" },
  { name: "rules", label: "Rules", colour: "bg-warn" },
  { name: "files", label: "Files", colour: "bg-bad" },
  { name: "history", label: "Conversation", colour: "bg-ink-3" },
] as const;

/** Cost and context usage, with details in a popover. */
export function ContextMeter() {
  const view = useTaskView();
  if (!view) return null;
  const { context } = view;
  const share = context?.window ? context.total / context.window : 0;
  return (
    <Popover
      label="Cost and context"
      className="w-80 max-w-[calc(100vw-1rem)]"
      trigger={
        <button
          type="button"
          className="flex h-8 items-center gap-2 rounded-md px-2 text-xs text-ink-2 tabular-nums hover:bg-hover"
        >
          {view.usage.costUsd !== null && <span>{formatCost(view.usage.costUsd)}</span>}
          {context && (
            <span className="flex items-center gap-1.5">
              {context.window ? (
                <Meter
                  label="Context used"
                  share={share}
                  tone={toneOf(share, view.condenseThreshold)}
                  className="w-12"
                />
              ) : null}
              {formatCount(context.total)}
            </span>
          )}
          {!context && view.usage.costUsd === null && <span>{formatCount(view.usage.inputTokens)} tokens</span>}
        </button>
      }
    >
      {context && <ContextParts context={context} threshold={view.condenseThreshold} />}
      <UsageFigures view={view} />
    </Popover>
  );
}

function ContextParts({ context, threshold }: { readonly context: ContextTokens; readonly threshold: number }) {
  const whole = context.window ?? context.total;
  return (
    <section className="mb-4">
      <h3 className="mb-2 text-xs font-semibold">
        Context: {context.total.toLocaleString("en")}
        {context.window ? ` of ${context.window.toLocaleString("en")}` : ""} tokens
      </h3>
      <div className="mb-2 flex h-2 overflow-hidden rounded-full bg-line">
        {parts.map(({ name, colour }) => (
          <div key={name} className={colour} style={{ width: `${(context[name] / whole) * 100}%` }} />
        ))}
      </div>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 text-xs">
        {parts.map(({ name, label, colour }) => (
          <div key={name} className="contents">
            <dt className="flex items-center gap-2 text-ink-2">
              <span aria-hidden className={`size-2 rounded-full ${colour}`} />
              {label}
            </dt>
            <dd className="text-right tabular-nums">{context[name].toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-2xs text-ink-3">Older messages are summarized at {threshold} %.</p>
    </section>
  );
}

function UsageFigures({ view }: { readonly view: TaskView }) {
  const { usage, limits, turns } = view;
  const figures = [
    ["Turns", limits.turns === undefined ? String(turns) : `${turns} of ${limits.turns}`],
    ["Input", usage.inputTokens.toLocaleString("en")],
    ["Read from cache", usage.cacheReadTokens.toLocaleString("en")],
    ["Written to cache", usage.cacheWriteTokens.toLocaleString("en")],
    ["Output", usage.outputTokens.toLocaleString("en")],
    ["Cost", costOf(usage.costUsd, limits.costUsd)],
  ] as const;
  return (
    <section>
      <h3 className="mb-2 text-xs font-semibold">Used so far</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 text-xs">
        {figures.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd className="text-right tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function costOf(cost: number | null, limit: number | undefined): string {
  const spent = cost === null ? "unknown" : formatCost(cost);
  return limit === undefined ? spent : `${spent} of ${formatCost(limit)}`;
}

function toneOf(share: number, threshold: number): "accent" | "warn" | "bad" {
  if (share * 100 >= threshold) return "bad";
  return share * 100 >= threshold * 0.8 ? "warn" : "accent";
}
