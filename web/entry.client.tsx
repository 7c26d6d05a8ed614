import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { schoolDayOf } from '../contract/school-day.ts'
import { send } from './lib/api.ts'
import { PageAssetsProvider, pageDataId } from './lib/page-context.tsx'
import { createQueryClient } from './lib/query.ts'

// Query changes reach the components in a microtask, so that a button is busy before the second click of a double
// click.
notifyManager.setScheduler(queueMicrotask)

const data = document.getElementById(pageDataId)?.textContent ?? '[]'
const queryClient = createQueryClient((key, input, signal) => send(key, input, { signal }))
for (const answer of JSON.parse(data) as { key: readonly unknown[]; data: unknown }[]) {
  // Marks the server's data as stale, so that the page requests it again.
  queryClient.setQueryData(answer.key, answer.data, { updatedAt: 1 })
}
const assets = {
  siteUrl: document.documentElement.dataset.site ?? location.origin,
  today: document.documentElement.dataset.today ?? schoolDayOf(new Date()),
  // All unknown URLs get the same HTML, so the browser fills in the missing path.
  missingAt: document.documentElement.dataset.missing === undefined ? null : location.pathname,
}

startTransition(() => {
  hydrateRoot(
    document,
    <PageAssetsProvider value={assets}>
      <QueryClientProvider client={queryClient}>
        <HydratedRouter />
      </QueryClientProvider>
    </PageAssetsProvider>,
  )
})

// Vite requests a stylesheet only once, so a failed one is requested again until it has loaded.
const askAgainMs = 3_000
const askAgain = ({ target }: Event) => {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
  const next = target.cloneNode() as HTMLLinkElement
  target.remove()
  setTimeout(() => document.head.append(next), askAgainMs)
}
addEventListener('error', askAgain, true)

if (import.meta.env.PROD) keepOfflinePage()

/** Registers the service worker, which stores the offline page. It waits for `load`, so that it delays nothing. */
function keepOfflinePage(): void {
  if (!('serviceWorker' in navigator)) return
  const register = () => {
    const address = window.sitePolicy.createScriptURL('/service-worker.js')
    navigator.serviceWorker.register(address, { updateViaCache: 'none' }).catch((error) => {
      console.warn('The offline page could not be kept', error)
    })
  }
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
