import type { BrowserAction, NamedCall } from "@roo-code/types";
import { type Alias, type Input, reword, toNumber, under } from "./alias.ts";

function open(input: Input): NamedCall {
  const { url } = reword(input, { url: ["url", "urls", "uri", "address", "href", "link"] });
  const first: unknown = Array.isArray(url) ? url[0] : url;
  return { name: "browser_action", input: { action: "launch", url: first } };
}

/** One action of a browser API with a tool for each. */
function act(action: BrowserAction["action"]): Alias {
  return (input) => {
    const { handle, x, y, width, height, ...request } = reword(input, words);
    const coordinate = pair(x, y, ",");
    const size = pair(width, height, "x");
    return {
      name: "browser_action",
      input: {
        ...request,
        action,
        // With a handle, `element` is a description for display.
        ...(handle !== undefined && { element: handle }),
        ...(coordinate !== undefined && { coordinate }),
        ...(size !== undefined && { size }),
      },
    };
  };
}

const words = {
  handle: ["ref", "uid", "handle", "elementid"],
  coordinate: ["coordinate", "coordinates"],
  text: ["text", "value", "key"],
  x: ["x"],
  y: ["y"],
  width: ["width"],
  height: ["height"],
};

function pair(left: unknown, right: unknown, between: string): string | undefined {
  const numbers = [toNumber(left), toNumber(right)];
  return numbers.includes(undefined) ? undefined : numbers.join(between);
}

export const browserAliases: readonly (readonly [string, Alias])[] = [
  ...under(
    "browser_navigate browser_open browser_goto navigate open_url open_browser open_simple_browser visit_page browse web_fetch webfetch fetch_url fetch_webpage read_url navigate_page new_page",
    open,
  ),
  ...under("browser_click", act("click")),
  ...under("browser_hover", act("hover")),
  ...under("browser_type browser_fill browser_input", act("type")),
  ...under("browser_press_key browser_press", act("press")),
  ...under("browser_take_screenshot browser_screenshot take_screenshot screenshot", act("screenshot")),
  ...under("browser_snapshot take_snapshot browser_view", act("snapshot")),
  ...under("browser_navigate_back browser_back", act("back")),
  ...under("browser_scroll", act("scroll")),
  ...under("browser_resize resize_page", act("resize")),
  ...under("browser_close close_browser", act("close")),
];
