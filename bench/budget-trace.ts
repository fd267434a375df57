/** What one turn took, from one request to the next. */
export interface TracedTurn {
  /** System calls of the program and its threads, without those that depend on timing. */
  readonly syscalls: number;
  readonly syncs: number;
  /** Processes started by the program and by those that it started. */
  readonly processes: number;
  /** The number of system calls by name. */
  readonly calls: Readonly<Record<string, number>>;
}

/** Their number depends on the load of the machine, and on when code is compiled and memory collected. */
const timingCalls = {
  waiting: "clock_nanosleep nanosleep futex epoll_ctl epoll_pwait epoll_pwait2 epoll_wait ppoll io_uring_enter",
  memory: "brk madvise mmap mprotect munmap",
  threads: "getrusage rseq rt_sigprocmask sched_getaffinity sched_getparam sched_getscheduler sched_yield",
  others: "restart_syscall set_robust_list sysinfo",
};

/** The arguments of strace; the program follows. Calls that are not counted are not even stopped at. */
export function traceArguments(file: string): readonly string[] {
  const counted = `trace=!${Object.values(timingCalls).join(" ").replaceAll(" ", ",")}`;
  return ["-f", "--seccomp-bpf", "-qq", "-s", "16", "-e", counted, "-e", "signal=none", "-o", file];
}

/** What strace wrote about a program, by its requests. The last request is not followed by another, and left out. */
export function readTrace(text: string): TracedTurn[] {
  const turns: OpenTurn[] = [];
  const processOf = new Map<string, string>();
  let program: string | undefined;
  for (const { thread, call, isStart, result } of callsIn(text)) {
    program ??= thread;
    const process = processOf.get(thread) ?? thread;
    const isOurs = process === program;
    if (isStart && isOurs && call.includes('"POST /')) turns.push({ processes: 0, calls: {} });
    const turn = turns.at(-1);
    const [name = ""] = /^\w+/.exec(call) ?? [];
    if (isStart && isOurs && turn) turn.calls[name] = (turn.calls[name] ?? 0) + 1;
    if (result === undefined || !["clone", "clone3", "fork", "vfork"].includes(name)) continue;
    processOf.delete(result);
    if (call.includes("CLONE_THREAD")) processOf.set(result, process);
    else if (turn) turn.processes += 1;
  }
  return turns.slice(0, -1).map(({ processes, calls }) => ({
    syscalls: Object.values(calls).reduce((sum, count) => sum + count, 0),
    syncs: (calls.fsync ?? 0) + (calls.fdatasync ?? 0),
    processes,
    calls,
  }));
}

interface OpenTurn {
  processes: number;
  readonly calls: Record<string, number>;
}

interface TracedCall {
  readonly thread: string;
  /** Its name and arguments. */
  readonly call: string;
  /** False for the second line of a call that others interrupted. */
  readonly isStart: boolean;
  /** A positive one, on the line on which the call ends. */
  readonly result: string | undefined;
}

function* callsIn(text: string): Generator<TracedCall> {
  const interrupted = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [, thread, rest] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    if (thread === undefined || rest === undefined) continue;
    const result = /\) += ([1-9]\d*)$/.exec(rest)?.[1];
    if (rest.startsWith("<... ")) {
      yield { thread, call: `${interrupted.get(thread) ?? ""}${rest}`, isStart: false, result };
      interrupted.delete(thread);
    } else if (/^\w+\(/.test(rest)) {
      if (rest.endsWith("<unfinished ...>")) interrupted.set(thread, rest);
      yield { thread, call: rest, isStart: true, result };
    }
  }
}
