import type { RuleKeeper, TaskSource } from "@roo-code/host";
import { newOpId } from "@roo-code/host/tasks";
import type { ApprovalRule, EventOf, Op, TaskEvent, TaskId } from "@roo-code/types";
import { SerialQueue } from "@roo-code/types";
import { coloredDiff } from "./output/colored-diff.ts";
import { readAnswer } from "./prompt/read-answer.ts";
import type { TerminalInput } from "./prompt/terminal-input.ts";
import { visibleText } from "./terminal-text.ts";

/** Puts the agent's questions to the person at the terminal and hands the answers back as ops. */
export function promptUser(options: {
  submit: (op: Op, taskId: TaskId) => Promise<void>;
  /** Ctrl-C while a question waits, or Ctrl-D: no answer will come. */
  interrupt: () => void;
  stdin: TerminalInput;
  stderr: NodeJS.WritableStream;
  signal: AbortSignal;
  /** What was allowed for good, where that outlives these questions. */
  allowed?: Set<string>;
  /** Rules that a person can make of an answer; without it none are offered. */
  rules?: RuleKeeper;
}): (event: TaskEvent, source: TaskSource) => void {
  const { submit, interrupt, stdin, stderr, signal } = options;
  const questions = new SerialQueue();
  const allowedFromNowOn = options.allowed ?? new Set<string>();

  const prompt = (question: string) => readAnswer(question, { stdin, stderr, signal, interrupt });
  const approve = async (event: EventOf<"approval.requested">, { taskId, agent }: TaskSource) => {
    const { callId, name, subject, needs, why } = event;
    const answer = (decision: "allow" | "deny", feedback?: string) =>
      submit({ type: "approval.answer", opId: newOpId(), callId, decision, ...(feedback && { feedback }) }, taskId);
    // All that is shown: the same file with another change, the same command in another folder, or the same name that
    // now means another program (`why` says so), is asked about again.
    const exactly = JSON.stringify([name, subject.summary, subject.detail, why]);
    if (allowedFromNowOn.has(exactly) || (await options.rules?.allows(name, subject))) return answer("allow");
    const rules = (await options.rules?.propose(name, subject)) ?? [];
    stderr.write(`\n${asker(agent)}${name}: ${visibleText(subject.summary)}\n`);
    if (subject.detail) stderr.write(`${coloredDiff(visibleText(subject.detail))}\n`);
    if (why !== undefined) stderr.write(`${visibleText(why)}\n`);
    const keeper = rules.length > 0 ? options.rules : undefined;
    if (keeper) stderr.write(describeForGood(rules, keeper.files));
    // What destroys is asked about every time.
    const isOnce = needs?.includes("destructive") ?? false;
    const always = isOnce ? "" : ", [a]lways exactly this";
    const forGood = keeper ? ", [f]or good here, for good [e]verywhere" : "";
    const said = await prompt(`Allow? [y]es, [n]o${always}${forGood}, or say what to do instead: `);
    if (!isOnce && /^a(lways)?$/i.test(said)) allowedFromNowOn.add(exactly);
    const scope = keeper && scopeIn(said);
    if (scope) await keeper?.keep(rules, scope);
    if (scope || /^(y(es)?|a(lways)?)$/i.test(said)) return answer("allow");
    return answer("deny", /^(n(o)?)?$/i.test(said) ? undefined : said);
  };
  const reply = async (
    { callId, question, suggestions }: EventOf<"question.requested">,
    { taskId, agent }: TaskSource,
  ) => {
    stderr.write(
      `\n${asker(agent)}${visibleText(question)}\n${suggestions.map((text, index) => `  ${index + 1}. ${visibleText(text)}\n`).join("")}`,
    );
    const said = await prompt("Your answer, or a number: ");
    const answer = suggestions[Number(said) - 1] ?? said;
    return submit({ type: "question.answer", opId: newOpId(), callId, answer }, taskId);
  };

  return (event, source) => {
    const ask =
      event.type === "approval.requested"
        ? () => approve(event, source)
        : event.type === "question.requested"
          ? () => reply(event, source)
          : undefined;
    // One question at a time; one that was cut off by an abort needs no answer.
    if (ask) void questions.run(ask).catch(() => {});
  };
}

/** What would be allowed from then on, and the files that say so. */
function describeForGood(rules: readonly ApprovalRule[], { project, user }: RuleKeeper["files"]): string {
  return `For good: ${visibleText(rules.map(describeRule).join(", "))}
  [f] in this project, kept in ${visibleText(project)}
  [e] everywhere, kept in ${visibleText(user)}
`;
}

function scopeIn(said: string): "project" | "user" | undefined {
  if (/^f(or good)?( here)?$/i.test(said)) return "project";
  return /^(for good )?e(verywhere)?$/i.test(said) ? "user" : undefined;
}

/** Which of several tasks asks. */
function asker(agent: string): string {
  return agent === "root" ? "" : `${agent} · `;
}

/** A rule in a few words. */
function describeRule({ action, kind, command, path, tool, host }: ApprovalRule): string {
  const about = [command, path, tool, host].filter((part) => part !== undefined).join(" ");
  return `${action} ${about || (kind ?? "")}`;
}
