import { bareChromium } from "../packages/browser/test/bare-chromium.ts";
import { pageServer } from "../packages/browser/test/page-server.ts";
import { testBrowser } from "../packages/browser/test/test-browser.ts";
import { median, ms, type Row } from "./table.ts";

const rounds = 5;
const buttons = Array.from({ length: 1000 }, (_, index) => `<button>Button ${index}</button>`).join("");
const images = Array.from({ length: 200 }, (_, index) => `<img src="/image?${index}">`).join("");

/** The overhead of the guard, the wait for a stable page and the view over bare Playwright. */
export async function rows(): Promise<Row[]> {
  await using server = await pageServer({
    "/": "<h1>Hello</h1>",
    "/large": buttons,
    "/busy": images,
    "/image": "",
  });
  return [
    await launchRow(server.origin),
    await clickRow(`${server.origin}/large`),
    await loadRow(`${server.origin}/busy`),
  ];
}

async function launchRow(url: string): Promise<Row> {
  const [bare, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(
      await time(async () => {
        await using chromium = await bareChromium();
        await chromium.page.goto(url);
        await chromium.page.ariaSnapshot({ mode: "ai" });
      }),
    );
    ours.push(
      await time(async () => {
        await using browser = await testBrowser();
        await browser.perform({ action: "launch", url });
      }),
    );
  }
  return ratioRow("browser: launch, first view, close", { bare, ours, max: 2 });
}

async function clickRow(url: string): Promise<Row> {
  await using chromium = await bareChromium();
  await using browser = await testBrowser();
  await chromium.page.goto(url);
  const view = await browser.perform({ action: "launch", url });
  const element = browser.handleOf(view, "Button 1");
  const [bare, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(
      await time(async () => {
        await chromium.page.getByText("Button 1", { exact: true }).click();
        await chromium.page.ariaSnapshot({ mode: "ai" });
      }),
    );
    ours.push(await time(async () => browser.perform({ action: "click", element })));
  }
  const added = median(ours) - median(bare);
  return {
    what: "browser: click and view, 1,000 buttons",
    floor: `playwright ${ms(median(bare))}`,
    ours: ms(median(ours)),
    figure: `${ms(added)} more`,
    target: "≤ 400 ms more",
    isMet: added <= 400,
  };
}

async function loadRow(url: string): Promise<Row> {
  await using chromium = await bareChromium();
  await using browser = await testBrowser();
  await browser.perform({ action: "launch", url: "about:blank" });
  const [bare, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await time(async () => chromium.page.goto(url)));
    ours.push(await time(async () => browser.perform({ action: "navigate", url })));
  }
  return ratioRow("browser: page with 200 images, through the guard", { bare, ours, max: 4 });
}

function ratioRow(what: string, { bare, ours, max }: { bare: number[]; ours: number[]; max: number }): Row {
  const ratio = median(ours) / median(bare);
  return {
    what,
    floor: `playwright ${ms(median(bare))}`,
    ours: ms(median(ours)),
    figure: `× ${ratio.toFixed(2)}`,
    target: `≤ × ${max}`,
    isMet: ratio <= max,
  };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
