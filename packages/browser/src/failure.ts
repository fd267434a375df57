import { stripVTControlCharacters } from "node:util";
import { ToolFailure } from "@roo-code/types";
import { visibleLine } from "./page-text.ts";

/** The deadline passed; the work itself may still be running. */
export class DeadlinePassed extends Error {}

/** Settles with the promise, or rejects at the deadline or the abort, whichever comes first. */
export async function withDeadline<T>(
  promise: Promise<T>,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<T> {
  signal.throwIfAborted();
  return new Promise<T>((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    };
    const abort = (): void => {
      end();
      const reason: unknown = signal.reason;
      reject(reason instanceof Error ? reason : new Error(String(reason)));
    };
    const timer = setTimeout(() => {
      end();
      reject(new DeadlinePassed(`not done within ${timeoutMs} ms`));
    }, timeoutMs);
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(end);
  });
}

/** Turns Playwright's error about an action into one for the model. */
export function actionFailure(what: string, error: unknown): ToolFailure {
  if (error instanceof ToolFailure) return error;
  const message = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  if (error instanceof DeadlinePassed)
    return new ToolFailure(
      "page_hangs",
      `The page does not respond: ${what} timed out. Navigate to reload it, or close.`,
    );
  if (/crashed/i.test(message)) return new ToolFailure("page_crashed", "The page has crashed. Navigate to reload it.");
  if (/has been closed|browser has disconnected/i.test(message))
    return new ToolFailure(
      "page_closed",
      `The page was closed during ${what}. Take a snapshot to see what is shown now.`,
    );
  return new ToolFailure("action_failed", `${capitalised(what)} did not work: ${reasonOf(message)}`);
}

/** The line of Playwright's log that says what blocked the action. */
function reasonOf(message: string): string {
  const lines = message.split("\n").map((line) => line.replace(/^[\s-]*(\d+ × )?/, "").trim());
  const obstacle = lines.findLast((line) =>
    /intercepts pointer events|not visible|not enabled|not stable|outside of the viewport|not editable|not an? </i.test(
      line,
    ),
  );
  // `locator.fill: Error: ` means nothing to the model.
  const reason = (obstacle ?? lines[0] ?? "").replace(/^\w+(?:\.\w+)*: (?:Error: )?/, "");
  return visibleLine(reason, 300);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
