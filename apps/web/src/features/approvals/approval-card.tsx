import type { EventOf } from "@roo-code/types";
import { Check, ChevronDown, ShieldQuestion, X } from "lucide-react";
import { useMemo, useState } from "react";
import { answerApproval, type ApprovalAnswer } from "../../data/task/task-ops.ts";
import { useTaskFollower, useTaskView } from "../../data/task/use-task.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/field.tsx";
import { Menu } from "../../ui/menu.tsx";
import { tellFailure } from "../../ui/toast.ts";
import { CodeBlock } from "../code/code-block.tsx";
import { parseHunks } from "../diff/diff-lines.ts";
import { DiffPreview } from "../diff/diff-preview.tsx";
import { ruleWords } from "./rule-words.ts";

/** Asks for leave, with all of what would be done. */
export function ApprovalCard({ request }: { readonly request: EventOf<"approval.requested"> }) {
  const { taskId } = useTaskFollower();
  const view = useTaskView();
  const [isDenying, setIsDenying] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const { callId, subject } = request;
  const rules = view?.approvals.find((each) => each.callId === callId)?.rules ?? [];
  const answer = async (given: ApprovalAnswer) => {
    setIsSent(true);
    await answerApproval(taskId, callId, given).catch((error: unknown) => {
      tellFailure(error);
      setIsSent(false);
    });
  };
  return (
    <section aria-label="Approval" data-approval={callId} className="border-t border-warn bg-warn-soft/60">
      <div className="flex flex-col gap-2 px-3 py-2">
        <p className="flex items-start gap-2 text-sm font-medium">
          <ShieldQuestion aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          <span className="wrap-anywhere">{questionOf(subject)}</span>
        </p>
        <Subject subject={subject} />
        {isDenying ? (
          <Denial
            onCancel={() => setIsDenying(false)}
            onDeny={(feedback) => void answer({ decision: "deny", ...(feedback && { feedback }) })}
          />
        ) : (
          <div className="flex flex-wrap items-center gap-2">
            <Button
              size="sm"
              look="primary"
              disabled={isSent}
              data-shortcut="approve"
              onClick={() => void answer({ decision: "allow" })}
            >
              <Check /> Allow once
            </Button>
            {rules.length > 0 && (
              <Menu
                align="start"
                trigger={
                  <Button size="sm" disabled={isSent}>
                    Always <ChevronDown />
                  </Button>
                }
                items={(["project", "user"] as const).map((keepIn) => ({
                  label: (
                    <span className="flex max-w-80 flex-col">
                      <span>{keepIn === "project" ? "In this project" : "In every project of mine"}</span>
                      {rules.map((rule) => (
                        <code key={ruleWords(rule)} className="font-mono text-2xs text-ink-2 wrap-anywhere">
                          {ruleWords(rule)}
                        </code>
                      ))}
                    </span>
                  ),
                  onSelect: () => void answer({ decision: "allow", rules, keepIn }),
                }))}
              />
            )}
            <Button size="sm" look="danger" disabled={isSent} data-shortcut="deny" onClick={() => setIsDenying(true)}>
              <X /> Deny
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

type Subject = EventOf<"approval.requested">["subject"];

function questionOf({ kind, summary, cwd }: Subject): string {
  const where = cwd === undefined ? "" : ` in ${cwd}`;
  switch (kind) {
    case "command":
      return `Run this command${where}?`;
    case "destructive":
      return `This may destroy something. Run it${where}?`;
    case "edit":
      return "Make this change?";
    case "protected":
      return `Change a protected file? ${summary}`;
    case "read":
    case "browser":
    case "mcp":
    case "mode":
    case "subtask":
    case "followup":
      return summary.endsWith("?") ? summary : `${summary}?`;
  }
}

function Subject({ subject }: { readonly subject: Subject }) {
  const hunks = useMemo(() => (subject.detail === undefined ? [] : parseHunks(subject.detail)), [subject.detail]);
  if (subject.command !== undefined) return <CodeBlock code={subject.command} language="shell" />;
  if (hunks.length > 0) return <DiffPreview hunks={hunks} path={subject.paths?.[0] ?? ""} />;
  if (subject.detail === undefined) return null;
  return (
    <pre className="max-h-64 overflow-auto rounded-md bg-sunken p-2 font-mono text-xs whitespace-pre-wrap">
      {subject.detail}
    </pre>
  );
}

interface DenialProps {
  readonly onDeny: (feedback: string) => void;
  readonly onCancel: () => void;
}

function Denial({ onDeny, onCancel }: DenialProps) {
  const [reason, setReason] = useState("");
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onDeny(reason.trim());
      }}
    >
      <Input
        autoFocus
        aria-label="Why not"
        placeholder="Why not, or what instead (the model reads it)"
        value={reason}
        className="min-w-48 flex-1"
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onCancel()}
      />
      <Button size="sm" type="submit" look="danger">
        Deny
      </Button>
      <Button size="sm" onClick={onCancel}>
        Back
      </Button>
    </form>
  );
}
