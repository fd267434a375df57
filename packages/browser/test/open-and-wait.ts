import { createBrowser } from "../src/index.ts";

/** Run by a test as a separate process: opens a page, prints a line, and keeps running. */
const browser = createBrowser({ environment: process.env });
await browser.perform({ action: "launch", url: process.argv[2] ?? "" }, new AbortController().signal);
process.stdout.write("open\n");
setInterval(() => undefined, 1000);
