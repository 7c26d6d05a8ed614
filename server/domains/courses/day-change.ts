import { every, type Loop } from '../../platform/every.ts'
import type { Deps } from '../deps.ts'

/**
 * Marks courses as changed at the school's midnight: which batch comes next depends on the day. It compares days every
 * second, so that a machine that slept is not late.
 */
export function startDayChange({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Loop {
  let told = clock.today()
  return every(
    'the change of day',
    1_000,
    async () => {
      const today = clock.today()
      if (today === told) return
      await db.transaction((tx) => db.changes.mark(tx, 'courses'))
      told = today
    },
    { log },
  )
}
