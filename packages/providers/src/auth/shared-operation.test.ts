import { until } from "@roo-code/testkit/until";
import { describe, expect, it } from "vitest";
import { SharedOperation } from "./shared-operation.ts";

/** Work that ends when told, and remembers its runs. */
function controlled() {
  const runs: { signal: AbortSignal; resolve(value: string): void; reject(error: unknown): void }[] = [];
  const work = new SharedOperation<string>((signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    runs.push({ signal, resolve, reject });
    return promise;
  });
  return { runs, work, begun: (count: number) => until(() => runs.length === count) };
}

const never = () => new AbortController().signal;

describe("SharedOperation", () => {
  it("runs once for concurrent callers, and again for later ones", async () => {
    const { runs, work, begun } = controlled();
    const both = Promise.all([work.wait(never()), work.wait(never())]);
    await begun(1);
    runs[0]?.resolve("one");
    expect(await both).toEqual(["one", "one"]);
    const later = work.wait(never());
    await begun(2);
    runs[1]?.resolve("two");
    expect(await later).toBe("two");
  });

  it("continues for the others when one caller aborts", async () => {
    const { runs, work, begun } = controlled();
    const controller = new AbortController();
    const left = work.wait(controller.signal);
    const stays = work.wait(never());
    await begun(1);
    controller.abort("enough");
    await expect(left).rejects.toBe("enough");
    expect(runs[0]?.signal.aborted).toBe(false);
    runs[0]?.resolve("one");
    expect(await stays).toBe("one");
  });

  it("is aborted when the last caller aborts, and starts again only after that", async () => {
    const { runs, work, begun } = controlled();
    const controller = new AbortController();
    const left = work.wait(controller.signal);
    await begun(1);
    controller.abort("enough");
    await expect(left).rejects.toBe("enough");
    expect(runs[0]?.signal.aborted).toBe(true);
    const next = work.wait(never());
    await new Promise((resolve) => setImmediate(resolve));
    expect(runs.length).toBe(1);
    runs[0]?.reject(new Error("aborted"));
    await begun(2);
    runs[1]?.resolve("two");
    expect(await next).toBe("two");
  });

  it("does not start for an aborted caller", async () => {
    const { runs, work } = controlled();
    await expect(work.wait(AbortSignal.abort("before"))).rejects.toBe("before");
    expect(runs.length).toBe(0);
  });

  it("fails for all callers, and is retried by the next", async () => {
    const { runs, work, begun } = controlled();
    const both = Promise.allSettled([work.wait(never()), work.wait(never())]);
    await begun(1);
    runs[0]?.reject(new Error("no"));
    expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const again = work.wait(never());
    await begun(2);
    runs[1]?.resolve("yes");
    expect(await again).toBe("yes");
  });
});
