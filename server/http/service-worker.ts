export const offlinePath = '/offline'

export const serviceWorkerPolicy = "default-src 'none'; connect-src 'self'"

/**
 * The script contains the version of the offline page. A new version changes the script, so browsers fetch both again.
 */
export function serviceWorker(version: string): string {
  return `const kept = ${JSON.stringify(`offline ${version}`)}
const page = ${JSON.stringify(offlinePath)}

addEventListener('install', (event) => {
  skipWaiting()
  event.waitUntil(keep())
})
addEventListener('activate', (event) => event.waitUntil(takeOver()))
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && event.request.method === 'GET') event.respondWith(answer(event))
})

async function keep() {
  const response = await fetch(page, { cache: 'no-store' })
  if (!response.ok) throw new Error(page + ' answered ' + response.status)
  await (await caches.open(kept)).put(page, response)
}

async function takeOver() {
  // The browser requests the page while the worker starts, so that the visitor does not wait for both in turn.
  await registration.navigationPreload?.enable()
  for (const name of await caches.keys()) if (name !== kept) await caches.delete(name)
  // If an earlier version was activated after this one was installed, it has deleted this version's page.
  if (!(await caches.has(kept))) await keep()
}

async function answer(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await caches.match(page)) ?? Response.error()
  }
}
`
}
