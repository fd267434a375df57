import type { ApprovalRule } from "@roo-code/types";
import { judge } from "../packages/engine/src/approvals/judge.ts";
import { loadParser, type ParseShell } from "../packages/engine/src/approvals/shell/parse-shell.ts";
import { byFirstWord, findSurprises, type Gate, gate } from "../packages/engine/test/oracle/find-surprises.ts";
import { sampleCommands } from "../packages/engine/test/oracle/shell-grammar.ts";
import { ShellOracle } from "../packages/engine/test/oracle/shell-oracle.ts";
import { ms, printTable, type Row } from "./table.ts";

const commandsTried = 20_000;
const commandsPerRun = 2_000;
const rounds = 400;

/** `pnpm bench policy [commands]`: the time of a verdict, also for hostile input, and what real bash does with allowed commands. */
export async function run([count]: readonly string[] = []): Promise<void> {
  const parse = await loadParser();
  printTable("policy", [
    await decisionRow(parse),
    await boundedRow(),
    await oracleRow(count === undefined ? commandsTried : Number(count)),
  ]);
}

const rules: readonly ApprovalRule[] = [
  ...Array.from({ length: 40 }, (_, index): ApprovalRule => ({ action: "allow", command: `tool-${index} run *` })),
  ...["git log *", "ls *", "cat *", "echo *", "rg *", "@safe"].map(
    (command): ApprovalRule => ({ action: "allow", command }),
  ),
  ...["curl", "rm", "git push --force"].map((command): ApprovalRule => ({ action: "deny", command })),
];
const policy = { autoApprove: new Set<never>(), attended: true, rules };

function verdictOn(command: string) {
  return judge(policy, { kind: "command", summary: command, command }, { root: "/w" });
}

const filled = (unit: string, end = "ls") => unit.repeat(Math.floor(4096 / unit.length)) + end;

/** Commands like those of models: chains, pipes, here-documents, many arguments, substitutions, scripts. */
const shapes: readonly string[] = [
  filled("git log --oneline -5 && "),
  filled("cat a.txt | "),
  `cat <<'EOF'\n${"a line of a file that is written\n".repeat(120)}EOF`,
  `ls ${"src/a.ts ".repeat(450)}`,
  filled("echo $(git log -1) ; "),
  filled('for f in a b; do\n  cat "$f" | rg -n x\ndone\n'),
  filled("if ls > /dev/null 2>&1; then echo yes; else echo no; fi\n"),
];

async function decisionRow(parse: ParseShell): Promise<Row> {
  for (const shape of shapes) for (let round = 0; round < 30; round += 1) await verdictOn(shape);
  const ours: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const shape of shapes) {
      ours.push(...(await undisturbed(() => verdictOn(shape))));
      floor.push(...(await undisturbed(() => parse(shape))));
    }
  const worst = percentile(ours, 0.99);
  return {
    what: "a verdict on a command of 4 KB, p99",
    floor: `${ms(percentile(floor, 0.99))} (parsing alone)`,
    ours: ms(worst),
    figure: `median ${ms(percentile(ours, 0.5))} of ${ours.length}`,
    target: "≤ 2 ms",
    isMet: worst <= 2,
  };
}

const hostile: readonly string[] = [
  `echo ${"a".repeat(1024 * 1024)}`,
  "ls;".repeat(350_000),
  "(".repeat(100_000),
  "$(".repeat(100_000),
  `${"$(".repeat(99)}${"ls;".repeat(21_000)}${")".repeat(99)}`,
  `echo ${'"$('.repeat(99)}ls${')"'.repeat(99)} ${"a ".repeat(30_000)}`,
  `${"${x:-".repeat(99)}${"a ".repeat(25_000)}${"}".repeat(99)}`,
  "if ".repeat(20_000),
  "a".repeat(65_000),
  "cat <<a ".repeat(8_000),
  `curl${" -a".repeat(20_000)}`,
  "rm ".repeat(21_000),
  "ls|".repeat(21_000),
  "'".repeat(65_000),
  `${"nice ".repeat(12)}sh -c '${"ls;".repeat(20_000)}'`,
  "a=b ".repeat(16_000),
  `cd a;${" cd b;".repeat(10_000)}`,
  "{a,b}".repeat(13_000),
  `python -c '${"rm(".repeat(20_000)}'`,
  `${"python - <<E\n".repeat(90)}${"rm -a\n".repeat(9_000)}E`,
  `psql -c '${"delete from a ".repeat(4_000)}'`,
  "git checkout a.ts;".repeat(3_500),
];

async function boundedRow(): Promise<Row> {
  let slowest = { time: 0, text: "" };
  let total = 0;
  for (const command of hostile) {
    const runs = [];
    for (let round = 0; round < 3; round += 1) runs.push(await timed(() => verdictOn(command)));
    // The fastest run: others were slowed by other load.
    const time = Math.min(...runs);
    if (time > slowest.time) slowest = { time, text: command.slice(0, 12) };
    total += await timed(() => command.includes("no such text"));
  }
  return {
    what: `the slowest of ${hostile.length} hostile inputs up to 1 MiB`,
    floor: `${ms(total)} (one pass over each)`,
    ours: ms(slowest.time),
    figure: `${hostile.length} answered; slowest starts with ${JSON.stringify(slowest.text)}`,
    target: "≤ 200 ms",
    isMet: slowest.time <= 200,
  };
}

async function oracleRow(count: number): Promise<Row> {
  const naive = await tryCommands(Math.min(count, commandsPerRun), byFirstWord);
  const ours = await tryCommands(count, gate);
  for (const surprise of ours.surprises) process.stdout.write(`surprise: ${surprise}\n`);
  return {
    what: `surprises under real bash, ${count} generated commands`,
    floor: `${naive.surprises.length} of ${naive.allowed} (a gate that checks first words)`,
    ours: `${ours.surprises.length} of ${ours.allowed} allowed`,
    figure: `${ours.programs} programs ran`,
    target: "0",
    isMet: ours.surprises.length === 0 && ours.allowed > count / 20,
  };
}

async function tryCommands(count: number, isAllowed: Gate) {
  await using oracle = await ShellOracle.open();
  let allowed = 0;
  let programs = 0;
  const surprises: string[] = [];
  for (let done = 0; done < count; done += commandsPerRun) {
    const found = await findSurprises(oracle, sampleCommands(Math.min(commandsPerRun, count - done)), isAllowed);
    allowed += found.allowed;
    programs += found.programs;
    surprises.push(...found.surprises);
  }
  return { allowed, programs, surprises };
}

/** The time taken, unless the process was preempted meanwhile. */
async function undisturbed(work: () => unknown): Promise<number[]> {
  const before = process.resourceUsage().involuntaryContextSwitches;
  const time = await timed(work);
  return process.resourceUsage().involuntaryContextSwitches === before ? [time] : [];
}

async function timed(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
