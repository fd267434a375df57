import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { browserProgram, openStage, openWorkbench, type Stage, type Workbench } from "../apps/web/test/workbench.ts";
import { median, ms, printTable, type Row } from "./table.ts";
import { writeLongTask } from "./web-task.ts";

type Page = Awaited<ReturnType<Workbench["open"]>>;

const max = { bundleKb: 250, openMs: 1000, keyMs: 50, growth: 1.5 };
const messages = 10_000;

export async function measureWeb({ minutes }: { readonly minutes: number }): Promise<void> {
  if (browserProgram === undefined) {
    process.stdout.write("web: Chromium is not installed, nothing to measure\n");
    return;
  }
  const stage = await openStage();
  const bench = await openWorkbench(stage, { files: { "README.md": "# Bench\n" } });
  try {
    const rows = [firstPaintBundle(), ...(await openingTimes(bench)), ...(await streaming(stage, bench, minutes))];
    printTable(`web: the workbench in Chromium (${minutes} min of streaming)`, rows);
  } finally {
    await bench[Symbol.asyncDispose]();
    await stage[Symbol.asyncDispose]();
  }
}

/** The files named by the first page: scripts and the style sheet. */
function firstPaintBundle(): Row {
  const folder = fileURLToPath(new URL("../apps/cli/dist/web", import.meta.url));
  const page = readFileSync(`${folder}/index.html`, "utf8");
  const files = [...page.matchAll(/(?:src|href)="(\/(?:assets\/[^"]+|theme\.js))"/g)].map(
    ([, path]) => `${folder}${path}`,
  );
  const size = (paths: readonly string[]) => paths.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
  const all = readdirSync(`${folder}/assets`).map((name) => `${folder}/assets/${name}`);
  const [first, whole] = [size(files) / 1024, size(all) / 1024];
  return {
    what: "first paint, gzip",
    floor: `whole app ${whole.toFixed(0)} KB`,
    ours: `${first.toFixed(0)} KB`,
    figure: `${((first / whole) * 100).toFixed(0)} % of it`,
    target: `≤ ${max.bundleKb} KB`,
    isMet: first <= max.bundleKb,
  };
}

async function openingTimes(bench: Workbench): Promise<Row[]> {
  const short = writeLongTask(bench.home, { messages: 2, folder: bench.folder });
  const long = writeLongTask(bench.home, { messages, folder: bench.folder });
  const page = await bench.open("/");
  const times = { short: [] as number[], long: [] as number[] };
  for (let round = 0; round < 5; round += 1) {
    times.short.push(await openingMs(page, `${bench.base}/task/${short}`));
    times.long.push(await openingMs(page, `${bench.base}/task/${long}`));
  }
  await page.close();
  const [floor, ours] = [median(times.short), median(times.long)];
  return [
    {
      what: `a task of ${messages.toLocaleString("en")} messages opens`,
      floor: `2 messages ${ms(floor)}`,
      ours: ms(ours),
      figure: `${(ours / floor).toFixed(1)} x`,
      target: `≤ ${max.openMs} ms`,
      isMet: ours <= max.openMs,
    },
  ];
}

/** From the request for the page until the newest message is visible. */
async function openingMs(page: Page, address: string): Promise<number> {
  await page.goto("about:blank");
  await page.goto(address, { waitUntil: "commit" });
  await page.getByText("The last message.").waitFor();
  return Number(await page.evaluate("performance.now()"));
}

async function streaming(stage: Stage, bench: Workbench, minutes: number): Promise<Row[]> {
  const pieces = Math.round((minutes * 60_000) / paceMs);
  const text = Array.from({ length: pieces }, (_, index) => sentence(index)).join("");
  stage.model.when("Tell a long story", [{ text, paceMs }]);
  const body = { workspaceId: bench.workspaceId, text: "Tell a long story" };
  const { taskId } = await bench.client.tasks.create({ body });
  const page = await bench.open(`/task/${taskId}`);
  await page.getByRole("article", { name: "Reply so far" }).waitFor();
  const heap = await heapOf(page);
  const idle = await keyLatencies(await bench.open("/welcome").then(withField));
  const before = await heap();
  const latencies: number[] = [];
  const end = Date.now() + minutes * 60_000 * 0.8;
  while (Date.now() < end) latencies.push(...(await keyLatencies(page)));
  const after = await heap();
  const p95 = latencies.toSorted((left, right) => left - right)[Math.floor(latencies.length * 0.95)] ?? Number.NaN;
  return [
    {
      what: "a keystroke while a reply streams, p95",
      floor: `idle page ${ms(median(idle))}`,
      ours: ms(p95),
      figure: `median ${ms(median(latencies))}, ${latencies.length} keys`,
      target: `≤ ${max.keyMs} ms`,
      isMet: p95 <= max.keyMs,
    },
    {
      what: "heap after streaming",
      floor: `at the start ${megabytes(before)}`,
      ours: megabytes(after),
      figure: `${(after / before).toFixed(2)} x`,
      target: `≤ ${max.growth} x`,
      isMet: after / before <= max.growth,
    },
  ];
}

const paceMs = 20;

function sentence(index: number): string {
  return index % 30 === 29 ? "end.\n\n" : `word${index % 97} `;
}

/** Adds the same text box to an idle page. */
async function withField(page: Page): Promise<Page> {
  await page.evaluate(`(() => {
    const field = document.createElement("textarea");
    field.setAttribute("aria-label", "Message");
    document.body.append(field);
  })()`);
  return page;
}

/** The time from each keystroke until its frame is drawn. */
async function keyLatencies(page: Page): Promise<number[]> {
  const field = page.locator("textarea[aria-label=Message]").last();
  await field.focus();
  await page.evaluate(`(() => {
    window.latencies = [];
    const onKey = (event) => requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.latencies.push(performance.now() - event.timeStamp);
      channel.port2.postMessage(undefined);
    });
    window.onkeydown = onKey;
  })()`);
  await page.keyboard.type("the quick brown fox ", { delay: 40 });
  await page.waitForTimeout(200);
  const measured = (await page.evaluate("window.latencies")) as number[];
  await field.fill("");
  return measured;
}

/** Heap usage after garbage collection. */
async function heapOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  return async () => {
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize;
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
