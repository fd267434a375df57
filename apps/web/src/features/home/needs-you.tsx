import type { PendingApproval, PendingQuestion } from "@roo-code/types/api";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Hand } from "lucide-react";
import type { ReactNode } from "react";
import { client } from "../../data/client.ts";
import { newOpId } from "../../data/op-id.ts";
import { queryClient } from "../../data/query-client.ts";
import { queryKeys } from "../../data/query-keys.ts";
import { Button } from "../../ui/button.tsx";
import { formatAge } from "../../ui/format.ts";
import { tellFailure } from "../../ui/toast.ts";

/** What all tasks wait for, to be answered from here. */
export function NeedsYou() {
  const { data } = useQuery({
    queryKey: queryKeys.tasks({ isPending: true }),
    queryFn: ({ signal }) => client.tasks.approvals({}, { signal }),
  });
  const approvals = data?.approvals ?? [];
  const questions = data?.questions ?? [];
  if (approvals.length + questions.length === 0) return null;
  return (
    <section aria-labelledby="needs-you" className="overflow-hidden rounded-xl border border-warn/40 bg-surface">
      <h2 id="needs-you" className="flex items-center gap-2 bg-warn-soft px-4 py-2 text-sm font-semibold text-warn">
        <Hand className="size-4" aria-hidden /> Needs you
      </h2>
      <ul className="divide-y">
        {approvals.map((approval) => (
          <Approval key={approval.callId} approval={approval} />
        ))}
        {questions.map((question) => (
          <Question key={question.callId} question={question} />
        ))}
      </ul>
    </section>
  );
}

function Approval({ approval }: { readonly approval: PendingApproval }) {
  const { taskId, callId, subject, name, at } = approval;
  const answer = useMutation({
    mutationFn: (decision: "allow" | "deny") =>
      client.tasks.answer({ params: { taskId, callId }, body: { opId: newOpId(), decision } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["tasks"] }),
    onError: tellFailure,
  });
  return (
    <Row taskId={taskId} what={name} at={at} shown={<code className="font-mono text-xs">{subject.summary}</code>}>
      <Button size="sm" disabled={answer.isPending} onClick={() => answer.mutate("deny")}>
        Deny
      </Button>
      <Button size="sm" look="primary" disabled={answer.isPending} onClick={() => answer.mutate("allow")}>
        Allow once
      </Button>
    </Row>
  );
}

function Question({ question: { taskId, question, at } }: { readonly question: PendingQuestion }) {
  return (
    <Row taskId={taskId} what="asks" at={at} shown={<span className="line-clamp-2">{question}</span>}>
      <Button asChild size="sm" look="primary">
        <Link to="/task/$taskId" params={{ taskId }}>
          Answer
        </Link>
      </Button>
    </Row>
  );
}

interface RowProps {
  readonly taskId: string;
  readonly what: string;
  readonly at: string;
  readonly shown: ReactNode;
  readonly children: ReactNode;
}

function Row({ taskId, what, at, shown, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <Link to="/task/$taskId" params={{ taskId }} className="min-w-48 flex-1 hover:underline">
        <span className="block text-xs text-ink-3">
          {what} · {formatAge(at)}
        </span>
        <span className="block text-sm break-words">{shown}</span>
      </Link>
      <span className="flex gap-2">{children}</span>
    </li>
  );
}
