import { connect } from "node:net";
import { systemErrorCode } from "@roo-code/types";
import { shortPathTo } from "./short-path.ts";

/** Whether somebody listens there: `live`, or the system's code of why not. */
export function probeSocket(path: string): Promise<"live" | (string & {})> {
  const short = shortPathTo(path);
  return new Promise((resolve) => {
    const finish = (found: string) => {
      short.release();
      socket.destroy();
      resolve(found);
    };
    const socket = connect(short.path, () => finish("live"));
    socket.on("error", (error) => finish(systemErrorCode(error) ?? "unknown"));
  });
}
