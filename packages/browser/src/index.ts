export { type BrowserOptions, createBrowser } from "./create-browser.ts";
export { type BrowserSearch, findBrowser } from "./find-browser.ts";
