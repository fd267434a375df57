import { request } from "node:http";
import { text } from "node:stream/consumers";
import { connectToSocket } from "@roo-code/host/ipc";
import { RooError } from "@roo-code/types";
import {
  type ControlAnswer,
  type ControlRequest,
  controlAnswerSchema,
  controlPath,
  controlRequests,
} from "./control-protocol.ts";

const patienceMs = 10_000;

/** Asks the server of a home that runs on this machine. Throws `RooError` `server_not_running` where there is none. */
export async function askServer(home: string, what: ControlRequest): Promise<ControlAnswer> {
  const { status, body } = await post(home, controlRequests[what]);
  if (status !== 200)
    throw new RooError({ code: "server_failed", message: `The server of ${home} answered ${status}: ${body}` });
  return controlAnswerSchema.parse(JSON.parse(body));
}

function post(home: string, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({
      method: "POST",
      path,
      createConnection: () => connectToSocket(controlPath(home)),
      timeout: patienceMs,
    });
    asked.on("timeout", () => asked.destroy(new Error("it does not answer")));
    asked.on("error", (cause) => reject(notRunning(home, cause)));
    asked.on("response", (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    asked.end();
  });
}

function notRunning(home: string, cause: unknown): RooError {
  return new RooError({
    code: "server_not_running",
    message: `No server runs for ${home}.`,
    next: "Start one with: roo serve. If yours has another home, set ROO_HOME to it.",
    cause,
  });
}
