import type { ApiTaskSummary } from "@roo-code/types/api";
import { tell } from "../ui/toast.ts";
import { client } from "./client.ts";
import { live } from "./live.ts";

const storageKey = "roo.notifications";

function wantsNotifications(): boolean {
  return (
    localStorage.getItem(storageKey) === "on" && "Notification" in globalThis && Notification.permission === "granted"
  );
}

/** Asks the person, then the server. Where the browser has no push, an open page still notifies. */
export async function askForNotifications(): Promise<void> {
  if (!("Notification" in globalThis)) return tell("This browser does not support notifications.");
  if ((await Notification.requestPermission()) !== "granted")
    return tell("Notifications are blocked for this page. Allow them in the browser's site settings.");
  localStorage.setItem(storageKey, "on");
  const isPushed = await subscribePush().catch(() => false);
  tell(
    isPushed
      ? "You will be notified when an approval is needed or a task ends, even with this page closed."
      : "You will be notified when an approval is needed or a task ends, while this page is open.",
  );
}

async function subscribePush(): Promise<boolean> {
  if (!("serviceWorker" in navigator)) return false;
  const registration = await navigator.serviceWorker.ready;
  const { publicKey } = await client.server.pushKey();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  const [p256dh, auth] = [keys?.["p256dh"], keys?.["auth"]];
  if (!endpoint || !p256dh || !auth) return false;
  await client.server.subscribePush({ body: { endpoint, keys: { p256dh, auth } } });
  return true;
}

/** Tells of tasks while the page is open and out of sight. */
export function notifyOfTasks(): () => void {
  const known = new Map<string, string>();
  return live().watchTasks((news) => {
    if ("removed" in news) return void known.delete(news.removed);
    const { task } = news;
    const state = task.waitsFor ?? task.status;
    const before = known.get(task.taskId);
    known.set(task.taskId, state);
    if (before === undefined || before === state || !document.hidden || !wantsNotifications()) return;
    const title = titleOf(task);
    if (title) void show(title, task);
  });
}

function titleOf({ waitsFor, status, parent }: ApiTaskSummary): string | undefined {
  if (waitsFor === "approval") return "Approval needed";
  if (waitsFor === "answer") return "A task has a question";
  return status === "running" || parent ? undefined : `Task ended: ${status}`;
}

async function show(title: string, { taskId, title: body }: ApiTaskSummary): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  // The same tag as the server's push: one notification, whoever is first.
  await registration?.showNotification(title, { body, tag: taskId, data: { url: `/task/${taskId}` } });
}
