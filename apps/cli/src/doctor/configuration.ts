import { openHost } from "../process-context.ts";
import type { Finding } from "./finding.ts";

/** Whether everything in the files is used. */
export async function configuration(): Promise<Finding> {
  const host = openHost();
  const { notices } = await host.inventory(await host.configure(process.cwd()));
  const [first] = notices;
  if (!first) return { name: "configuration", status: "ok", detail: "nothing to remark" };
  const more = notices.length > 1 ? ` (${notices.length - 1} more: roo config show)` : "";
  const isTrustMissing = first.code === "not_trusted";
  return {
    name: "configuration",
    status: "missing",
    detail: `${first.message}${more}`,
    consequence: isTrustMissing
      ? "Look at it, then accept it: roo config trust"
      : `Correct it in ${first.source}: it is left out until then.`,
  };
}
