import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { schoolDayOf } from '../contract/school-day.ts'
import { send } from './lib/api.ts'
import { PageAssetsProvider, pageDataId } from './lib/page-context.tsx'
import { createQueryClient } from './lib/query.ts'
import { keepOfflinePage } from './lib/service-worker.ts'

// Not by a timer: a button must be busy before the second press of a double click reaches it.
notifyManager.setScheduler(queueMicrotask)

const data = document.getElementById(pageDataId)?.textContent ?? '[]'
const queryClient = createQueryClient((key, input, signal) => send(key, input, { signal }))
for (const answer of JSON.parse(data) as { key: readonly unknown[]; data: unknown }[]) {
  // Old from the start, so that the page's queries are made again.
  queryClient.setQueryData(answer.key, answer.data, { updatedAt: 1 })
}
const assets = {
  siteUrl: document.documentElement.dataset.site ?? location.origin,
  today: document.documentElement.dataset.today ?? schoolDayOf(new Date()),
  // All missing addresses get the same bytes; the browser alone knows its address.
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

if (import.meta.env.PROD) keepOfflinePage()
