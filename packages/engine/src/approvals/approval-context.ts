/** What the gate knows of the place besides what is asked. All of it may be absent: then less is allowed. */
export interface ApprovalContext {
  /** The workspace's folder, absolute. */
  readonly root?: string;
  /** The shell that runs commands; bash when absent. */
  readonly shell?: "bash" | "sh";
  /** The tool that asks. What it sends is only judged as a command for a shell when it gives it to one. */
  readonly tool?: string;
  /** The file that the shell runs by a name, absolute; undefined when there is none. May look at the disk; never throws. */
  readonly locate?: (name: string) => Promise<string | undefined>;
}
