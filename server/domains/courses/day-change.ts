import type { Deps } from '../deps.ts'

/** Looked at this often at least: a machine that slept, or whose clock was set, is not late for long. */
const checkMsMax = 30_000

/**
 * Tells at the school's midnight that courses changed: which batch comes next depends on the day (reading S7).
 * Returns the way to end it.
 */
export function startDayChange({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): () => void {
  let told = clock.today()
  let timer: NodeJS.Timeout
  const wait = () => {
    timer = setTimeout(check, checkMsMax).unref()
  }
  const check = async () => {
    const today = clock.today()
    if (today !== told) {
      try {
        await db.transaction((tx) => db.changes.mark(tx, 'courses'))
        told = today
      } catch (err) {
        log.error({ err }, 'the change of day was not told')
      }
    }
    wait()
  }
  wait()
  return () => clearTimeout(timer)
}
