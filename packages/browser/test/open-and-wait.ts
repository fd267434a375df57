import { createBrowser } from "../src/index.ts";

/** Run by a test as a process of its own: opens a page, says so, and stays. */
const browser = createBrowser({ environment: process.env });
await browser.perform({ action: "launch", url: process.argv[2] ?? "" }, new AbortController().signal);
process.stdout.write("open\n");
setInterval(() => undefined, 1000);
