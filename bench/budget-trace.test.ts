import { describe, expect, it } from "vitest";
import { readTrace } from "./budget-trace.ts";

/** Of the second of three requests. */
function turnOf(...lines: readonly string[]): object | undefined {
  const request = '10    writev(23, [{iov_base="POST /v1/chat/co"..., iov_len=245}], 1) = 245';
  const start = '10    execve("/usr/bin/node", ["node"], 0x7ffc /* 4 vars */) = 0';
  return readTrace([start, request, request, ...lines, request, ""].join("\n"))[1];
}

describe("what strace wrote", () => {
  it("is counted from one request to the next", () => {
    expect(turnOf('10    openat(AT_FDCWD, "a", O_RDONLY) = 3', "10    close(3)                = 0")).toEqual({
      syscalls: 3,
      syncs: 0,
      processes: 0,
      calls: { writev: 1, openat: 1, close: 1 },
    });
  });

  it("counts a call once that others interrupted", () => {
    const lines = ["10    fdatasync(20 <unfinished ...>", "10    <... fdatasync resumed>) = 0", "10    fsync(21) = 0"];
    expect(turnOf(...lines)).toMatchObject({ syscalls: 3, syncs: 2, processes: 0 });
  });

  it("counts calls of threads, and not those of other processes", () => {
    const lines = [
      "10    clone3({flags=CLONE_VM|CLONE_THREAD, stack=0x7f}, 88 <unfinished ...>",
      "10    <... clone3 resumed> => {parent_tid=[11]}, 88) = 11",
      '11    write(4, "a", 1) = 1',
      "10    clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD, child_tidptr=0x7f) = 12",
      '12    write(4, "b", 1) = 1',
      "12    vfork() = 13",
      "10    vfork() = -1 EAGAIN (Resource temporarily unavailable)",
    ];
    expect(turnOf(...lines)).toMatchObject({ syscalls: 5, syncs: 0, processes: 2 });
  });

  it("has no turn of the last request, which nothing follows", () => {
    expect(readTrace('10    write(5, "POST /v1/chat/co"..., 300) = 300\n')).toEqual([]);
  });
});
