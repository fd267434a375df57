import type { TaskSource } from "@roo-code/host";
import { openSecretStore } from "@roo-code/host";
import { type PushRecord, PushRecords } from "@roo-code/host/database";
import { guardedRequest, PageRefusal } from "@roo-code/host/network";
import { type LiveDelta, RooError, type SecretStore, type TaskEvent } from "@roo-code/types";
import * as z from "zod";
import type { ServerParts } from "./server-parts.ts";
import { taskOwner } from "./tasks.ts";

/** Shown by the browser's service worker. */
interface Notification {
  readonly title: string;
  readonly body: string;
  readonly taskId: string;
}

const keysSchema = z.object({ publicKey: z.string(), privateKey: z.string() });
type Keys = z.infer<typeof keysSchema>;

const secretName = "push-keys";
const sendMs = 15_000;
const ttlSeconds = 3600;

/** Push notifications to subscribed browsers: when a task needs the user, and when it ends. */
export class Push {
  readonly #parts: ServerParts;
  readonly #records: PushRecords;
  #keys: Promise<Keys> | undefined;

  constructor(parts: ServerParts) {
    this.#parts = parts;
    this.#records = new PushRecords(parts.database);
  }

  async publicKey(): Promise<string> {
    return (await this.#ownKeys()).publicKey;
  }

  /** Throws `address_refused` for an address that is not public. */
  async subscribe(
    owner: string,
    { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
  ): Promise<void> {
    const url = new URL(endpoint);
    if (url.protocol !== "https:" || url.username !== "" || url.password !== "")
      throw refused("it is not a plain https address");
    await this.#records.put({ owner, endpoint, ...keys });
  }

  async unsubscribe(owner: string, endpoint: string): Promise<void> {
    await this.#records.remove(owner, endpoint);
  }

  readonly observe = (item: TaskEvent | LiveDelta, { taskId, agent }: TaskSource): void => {
    if ("live" in item) return;
    const notification = notificationOf(item, agent);
    if (notification) void this.#notify({ ...notification, taskId });
  };

  async #notify(notification: Notification): Promise<void> {
    const { log } = this.#parts;
    try {
      const subscriptions = await this.#records.list(taskOwner);
      await Promise.all(subscriptions.map((subscription) => this.#send(subscription, notification)));
    } catch (error) {
      log.warn({ error }, "push notification failed");
    }
  }

  async #send({ owner, endpoint, p256dh, auth }: PushRecord, notification: Notification): Promise<void> {
    const { default: webPush } = await import("web-push");
    const keys = await this.#ownKeys();
    const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(notification), {
      vapidDetails: { subject: "mailto:roo@localhost.invalid", ...keys },
      TTL: ttlSeconds,
    });
    try {
      const response = await guardedRequest({
        url: new URL(endpoint),
        method: "POST",
        headers: details.headers,
        body: details.body,
        network: this.#parts.network,
        mayBeLocal: false,
        signal: AbortSignal.timeout(sendMs),
      });
      response.resume();
      // The browser unsubscribed.
      if (response.statusCode === 404 || response.statusCode === 410) await this.#records.remove(owner, endpoint);
    } catch (error) {
      if (error instanceof PageRefusal) await this.#records.remove(owner, endpoint);
      this.#parts.log.warn({ error, host: new URL(endpoint).host }, "push notification failed");
    }
  }

  #ownKeys(): Promise<Keys> {
    this.#keys ??= this.#loadKeys().catch((error: unknown) => {
      this.#keys = undefined;
      throw error;
    });
    return this.#keys;
  }

  async #loadKeys(): Promise<Keys> {
    const store: SecretStore = await openSecretStore(this.#parts);
    const stored = await store.get(secretName);
    if (stored !== undefined) return keysSchema.parse(JSON.parse(stored));
    const { default: webPush } = await import("web-push");
    const keys = webPush.generateVAPIDKeys();
    await store.set(secretName, JSON.stringify(keys));
    return keys;
  }
}

/** Requests of any agent are announced, but only the end of a root task. */
function notificationOf(event: TaskEvent, agent: string): Omit<Notification, "taskId"> | undefined {
  if (event.type === "approval.requested") return { title: "Approval needed", body: bounded(event.subject.summary) };
  if (event.type === "question.requested") return { title: "Question", body: bounded(event.question) };
  if (event.type !== "run.end" || agent !== "root" || event.status === "aborted") return undefined;
  const title = event.status === "completed" ? "Task completed" : "Task ended";
  return { title, body: bounded(event.result ?? event.error?.message ?? event.status) };
}

function bounded(text: string): string {
  return text.slice(0, 200).toWellFormed();
}

function refused(why: string): RooError {
  return new RooError({ code: "address_refused", message: `Notifications cannot be sent there: ${why}.` });
}
