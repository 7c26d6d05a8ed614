import type { Deps } from '../deps.ts'

/**
 * Tells at the school's midnight that courses changed: which batch comes next depends on the day (reading S7). It
 * looks at the clock every second, so that a machine that slept is not late. Returns the way to end it.
 */
export function startDayChange({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): () => void {
  let told = clock.today()
  const timer = setInterval(async () => {
    const today = clock.today()
    if (today === told) return
    const before = told
    told = today
    try {
      await db.transaction((tx) => db.changes.mark(tx, 'courses'))
    } catch (err) {
      told = before
      log.error({ err }, 'the change of day was not told')
    }
  }, 1000).unref()
  return () => clearInterval(timer)
}
