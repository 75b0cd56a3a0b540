import type { PushSubscription as Subscription } from '#contract/notifications.ts'

const WORKER = '/back-office-worker.js'
const SCOPE = '/admin'

/** Not in a private window, and on an iPhone only once the back office is on the home screen. */
export const canShowNotifications = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export class PermissionRefused extends Error {}

/** Asks for permission and subscribes this browser at its push service. */
export async function subscribe(push_key: string): Promise<Subscription> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PermissionRefused()
  const { pushManager } = await installWorker()
  // One that was made with other keys cannot be used any more.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: push_key,
  })
  const { keys } = subscription.toJSON()
  return {
    endpoint: subscription.endpoint,
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
  }
}

async function installWorker() {
  await navigator.serviceWorker.register(WORKER, { scope: SCOPE })
  return navigator.serviceWorker.ready
}

/** The address by which the server knows this browser, if it was subscribed. */
export async function ownEndpoint(): Promise<string | null> {
  if (!canShowNotifications()) return null
  const registration = await navigator.serviceWorker.getRegistration(SCOPE)
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null
}

export async function unsubscribe() {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE)
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
