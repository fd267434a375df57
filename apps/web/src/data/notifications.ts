import type { ApiTaskSummary } from "@roo-code/types/api";
import { showToast } from "../ui/toast.ts";
import { client } from "./client.ts";
import { live } from "./live.ts";

const storageKey = "roo.notifications";

function areNotificationsEnabled(): boolean {
  return (
    localStorage.getItem(storageKey) === "on" && "Notification" in globalThis && Notification.permission === "granted"
  );
}

/** Asks for permission, then subscribes to push. Without push, notifications appear while the page is open. */
export async function enableNotifications(): Promise<void> {
  if (!("Notification" in globalThis)) return showToast("This browser does not support notifications.");
  if ((await Notification.requestPermission()) !== "granted")
    return showToast("Notifications are blocked for this page. Allow them in the browser's site settings.");
  localStorage.setItem(storageKey, "on");
  const isPushed = await subscribePush().catch(() => false);
  showToast(
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

/** Notifies of tasks while the page is open but hidden. */
export function startTaskNotifications(): () => void {
  const states = new Map<string, string>();
  return live().watchTasks((update) => {
    if ("removed" in update) return void states.delete(update.removed);
    const { task } = update;
    const state = task.waitsFor ?? task.status;
    const before = states.get(task.taskId);
    states.set(task.taskId, state);
    if (before === undefined || before === state || !document.hidden || !areNotificationsEnabled()) return;
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
  // The same tag as the server's push, so that only one notification is shown.
  await registration?.showNotification(title, { body, tag: taskId, data: { url: `/task/${taskId}` } });
}
