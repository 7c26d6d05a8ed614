import { startJournalPublishing } from '../../server/domains/loops.ts'
import type { TestApp } from './app.ts'

/** Does `work` while the publishing loop runs; `passTo` moves the clock and waits until a post is published. */
export async function whilePublishing(
  app: TestApp,
  work: (passTo: (instant: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { clock, log } = app.deps
  const { stop } = startJournalPublishing({ journal: app.app.services.journal, clock, log, everyMs: 1 })
  try {
    await work((instant) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const end = app.db.changes.subscribe((topics) => {
        if (!topics.has('journal')) return
        end()
        resolve()
      })
      clock.set(instant)
      return promise
    })
  } finally {
    await stop()
  }
}
