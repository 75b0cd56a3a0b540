// The service worker of the back office: it shows notifications, and a page of its own while there is no network.
const OFFLINE = '/back-office-offline.html'

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open('back-office').then((cache) => cache.add(OFFLINE)))
  self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return
  event.respondWith(fetch(event.request).catch(() => caches.match(OFFLINE)))
})

self.addEventListener('push', (event) => {
  const { title, body, path, tag, waiting } = event.data.json()
  const options = { body, tag, renotify: true, data: { path }, icon: '/back-office-192.png' }
  event.waitUntil(
    Promise.all([
      self.registration.showNotification(title, options),
      self.navigator.setAppBadge?.(waiting),
    ]),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

/** In a window of the back office that is open already, or else in a new one. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: 'window' })
  const backOffice = windows.find(({ url }) => new URL(url).pathname.startsWith('/admin'))
  if (!backOffice) return self.clients.openWindow(path)
  await backOffice.focus()
  return backOffice.navigate(path)
}
