import type { RuleKeeper, TaskSource } from "@roo-code/host";
import { newOpId } from "@roo-code/host/tasks";
import type { ApprovalRule, EventOf, Op, TaskEvent, TaskId } from "@roo-code/types";
import { SerialQueue } from "@roo-code/types";
import { colorDiff } from "./output/format.ts";
import { type TerminalInput } from "./pasted-lines.ts";
import { readAnswer } from "./read-answer.ts";
import { visibleText } from "./terminal-text.ts";

/** Asks the agent's questions at the terminal and submits the answers as ops. */
export function promptUser(options: {
  submit: (op: Op, taskId: TaskId) => Promise<void>;
  /** Ctrl-C during a question, or Ctrl-D: there will be no answer. */
  interrupt: () => void;
  stdin: TerminalInput;
  stderr: NodeJS.WritableStream;
  signal: AbortSignal;
  /** What was always allowed, if that outlives this call. */
  allowed?: Set<string>;
  /** Offers to save an answer as a rule; without it none are offered. */
  rules?: RuleKeeper;
}): (event: TaskEvent, source: TaskSource) => void {
  const { submit, interrupt, stdin, stderr, signal } = options;
  const questions = new SerialQueue();
  const alwaysAllowed = options.allowed ?? new Set<string>();

  const prompt = (question: string) => readAnswer(question, { stdin, stderr, signal, interrupt });
  const approve = async (event: EventOf<"approval.requested">, { taskId, agent }: TaskSource) => {
    const { callId, name, subject, needs, why } = event;
    const answer = (decision: "allow" | "deny", feedback?: string) =>
      submit({ type: "approval.answer", opId: newOpId(), callId, decision, feedback: feedback || undefined }, taskId);
    // All that is shown: the same file with another change, the same command in another folder, or the same name for
    // another program (`why` says so) needs a new answer.
    const key = JSON.stringify([name, subject.summary, subject.detail, why]);
    if (alwaysAllowed.has(key) || (await options.rules?.allows(name, subject))) return answer("allow");
    const rules = (await options.rules?.propose(name, subject)) ?? [];
    stderr.write(`\n${asker(agent)}${name}: ${visibleText(subject.summary)}\n`);
    if (subject.detail) stderr.write(`${colorDiff(visibleText(subject.detail))}\n`);
    if (why !== undefined) stderr.write(`${visibleText(why)}\n`);
    const keeper = rules.length > 0 ? options.rules : undefined;
    if (keeper) stderr.write(describeForGood(rules, keeper.files));
    // Destructive calls need an answer every time.
    const isOnce = needs?.includes("destructive") ?? false;
    const always = isOnce ? "" : ", [a]lways exactly this";
    const forGood = keeper ? ", [f]or good here, for good [e]verywhere" : "";
    const input = await prompt(`Allow? [y]es, [n]o${always}${forGood}, or say what to do instead: `);
    if (!isOnce && /^a(lways)?$/i.test(input)) alwaysAllowed.add(key);
    const scope = keeper && scopeIn(input);
    if (scope) await keeper?.keep(rules, scope);
    if (scope || /^(y(es)?|a(lways)?)$/i.test(input)) return answer("allow");
    return answer("deny", /^(n(o)?)?$/i.test(input) ? undefined : input);
  };
  const reply = async (
    { callId, question, suggestions }: EventOf<"question.requested">,
    { taskId, agent }: TaskSource,
  ) => {
    stderr.write(
      `\n${asker(agent)}${visibleText(question)}\n${suggestions.map((text, index) => `  ${index + 1}. ${visibleText(text)}\n`).join("")}`,
    );
    const input = await prompt("Your answer, or a number: ");
    const answer = suggestions[Number(input) - 1] ?? input;
    return submit({ type: "question.answer", opId: newOpId(), callId, answer }, taskId);
  };

  return (event, source) => {
    const ask =
      event.type === "approval.requested"
        ? () => approve(event, source)
        : event.type === "question.requested"
          ? () => reply(event, source)
          : undefined;
    // One question at a time; an aborted one needs no answer.
    if (ask) void questions.run(ask).catch(() => {});
  };
}

/** The rules that would be saved, and the files they are saved in. */
function describeForGood(rules: readonly ApprovalRule[], { project, user }: RuleKeeper["files"]): string {
  return `For good: ${visibleText(rules.map(describeRule).join(", "))}
  [f] in this project, kept in ${visibleText(project)}
  [e] everywhere, kept in ${visibleText(user)}
`;
}

function scopeIn(input: string): "project" | "user" | undefined {
  if (/^f(or good)?( here)?$/i.test(input)) return "project";
  return /^(for good )?e(verywhere)?$/i.test(input) ? "user" : undefined;
}

/** Names the task that asks, if it is a subtask. */
function asker(agent: string): string {
  return agent === "root" ? "" : `${agent} · `;
}

/** A rule on one line. */
function describeRule({ action, kind, command, path, tool, host }: ApprovalRule): string {
  const about = [command, path, tool, host].filter((part) => part !== undefined).join(" ");
  return `${action} ${about || (kind ?? "")}`;
}
