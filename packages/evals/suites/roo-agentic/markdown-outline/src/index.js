export { renderContents } from "./contents.js";
export { outline } from "./outline.js";
