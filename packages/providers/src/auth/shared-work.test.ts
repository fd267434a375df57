import { until } from "@roo-code/testkit/until";
import { describe, expect, it } from "vitest";
import { SharedWork } from "./shared-work.ts";

/** Work that ends when told, and remembers its runs. */
function controlled() {
  const runs: { signal: AbortSignal; resolve(value: string): void; reject(error: unknown): void }[] = [];
  const work = new SharedWork<string>((signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    runs.push({ signal, resolve, reject });
    return promise;
  });
  return { runs, work, begun: (count: number) => until(() => runs.length === count) };
}

const never = () => new AbortController().signal;

describe("SharedWork", () => {
  it("is done once for all who wait, and anew for who comes later", async () => {
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

  it("lets one leave without the others", async () => {
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

  it("ends when the last has left, and begins again only after that", async () => {
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

  it("does not begin for who has left already", async () => {
    const { runs, work } = controlled();
    await expect(work.wait(AbortSignal.abort("before"))).rejects.toBe("before");
    expect(runs.length).toBe(0);
  });

  it("fails for all who wait, and is tried again", async () => {
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
