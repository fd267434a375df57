import { stripVTControlCharacters } from "node:util";
import { ToolFailure } from "@roo-code/types";
import { DeadlinePassed } from "./deadline.ts";
import { visibleLine } from "./visible-text.ts";

/** What Playwright says about an action that did not work, for the model. */
export function actionFailure(what: string, error: unknown): ToolFailure {
  if (error instanceof ToolFailure) return error;
  const said = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  if (error instanceof DeadlinePassed)
    return new ToolFailure(
      "page_hangs",
      `The page does not answer: ${what} was given up. Navigate to load it anew, or close.`,
    );
  if (/crashed/i.test(said)) return new ToolFailure("page_crashed", "The page has crashed. Navigate to load it anew.");
  if (/has been closed|browser has disconnected/i.test(said))
    return new ToolFailure(
      "page_closed",
      `The page was closed during ${what}. Take a snapshot to see what is shown now.`,
    );
  return new ToolFailure("action_failed", `${capitalised(what)} did not work: ${reasonOf(said)}`);
}

/** Of Playwright's log, the line that says what stood in the way. */
function reasonOf(said: string): string {
  const lines = said.split("\n").map((line) => line.replace(/^[\s-]*(\d+ × )?/, "").trim());
  const obstacle = lines.findLast((line) =>
    /intercepts pointer events|not visible|not enabled|not stable|outside of the viewport|not editable|not an? </i.test(
      line,
    ),
  );
  // `locator.fill: Error: ` is of Playwright's world.
  const reason = (obstacle ?? lines[0] ?? "").replace(/^\w+(?:\.\w+)*: (?:Error: )?/, "");
  return visibleLine(reason, 300);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
