import { emptiedTopic } from '../db/emptying.ts'
import { indexWaiting } from '../db/search.ts'
import { every, type Loop } from '../platform/every.ts'
import type { Logger } from '../platform/logger.ts'
import type { Deps } from './deps.ts'
import type { Services } from './index.ts'
import { expireHeldSeats, expireOffers, expireSilentHolds } from './registrations/index.ts'

interface LoopOptions {
  log: Logger
  everyMs?: number
}

/**
 * Marks pages as stale when a new day begins in the school's time zone. A timer set for midnight would be late on a
 * machine that slept, so the day is checked every second.
 */
export function startDayChange({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Loop {
  let markedDay = clock.today()
  const round = async () => {
    const today = clock.today()
    if (today === markedDay) return
    await db.transaction(async (tx) => {
      await db.changes.mark(tx, 'courses')
      await db.changes.mark(tx, 'school')
    })
    markedDay = today
  }
  return every('the daily changeover', 1_000, round, { log })
}

/**
 * Runs once a day, but not in the first minutes, so that it does not slow down the server's start. Runs again once the
 * demonstration was emptied.
 */
export function startHousekeeping({
  db,
  housekeeping,
  clock,
  log,
}: Deps & Pick<Services, 'housekeeping'>): Loop {
  let keptOn: string | null = null
  const round = async () => {
    const today = clock.today()
    if (keptOn === today) return
    // The demonstration may be emptied meanwhile, and then the next round does it all again.
    keptOn = today
    const gone = await housekeeping.keepHouse().catch((error: unknown) => {
      keptOn = null
      throw error
    })
    const counts = Object.entries(gone).filter(([, count]) => count > 0)
    if (counts.length > 0) log.info({ gone: Object.fromEntries(counts) }, 'housekeeping finished')
  }
  const loop = every('housekeeping', 10 * 60_000, round, { log, isFirstLater: true })
  db.changes.subscribe((topics) => {
    if (!topics.has(emptiedTopic)) return
    keptOn = null
    loop.wake()
  })
  return loop
}

/** Makes copies of pictures in missing widths soon after an upload, one per second while many are missing. */
export function startPictureWidths({
  housekeeping,
  log,
}: LoopOptions & Pick<Services, 'housekeeping'>): Loop {
  const everyMs = 60_000
  const round = async (isStopping: () => boolean) =>
    (await housekeeping.widenPictures(isStopping)) ? 1_000 : everyMs
  return every('the resizing of pictures', everyMs, round, { log, isFirstLater: true })
}

/** Copies pictures that are only on this disk to the database or S3, and keeps the cache small. */
export function startPictureCache({ pictures, config, log }: Deps): Loop {
  // Files have the machine's time, not the injected clock's.
  // oxlint-disable-next-line eslint/no-restricted-properties
  const now = () => Date.now()
  const round = (isStopping: () => boolean) =>
    pictures.tidy(config.pictureCacheMb * 1024 * 1024, now(), isStopping)
  return every('tidying the picture cache', 10 * 60_000, round, { log })
}

/** SQLite's search index is filled after a write, a little at a time, so that no request waits for it. */
export function startSearchIndex({ db, log }: Pick<Deps, 'db' | 'log'>): Loop {
  const round = async () => ((await indexWaiting(db, 100)) === 0 ? 1_000 : 250)
  return every('updating the search index', 1_000, round, { log })
}

export function startHoldExpiry({
  orders,
  registrationDeps,
  log,
  everyMs = 15_000,
}: LoopOptions &
  Pick<Services, 'registrationDeps'> & {
    orders: Pick<Services['orders'], 'expireHolds'>
  }): Loop {
  const round = async () => {
    const seats = (await expireHeldSeats(registrationDeps)) + (await expireSilentHolds(registrationDeps))
    const holds = seats + (await orders.expireHolds())
    const offers = await expireOffers(registrationDeps)
    if (holds + offers > 0) log.info({ holds, offers }, 'holds and offers expired')
  }
  return every('ending holds and offers', everyMs, round, { log })
}

export function startOrderEffects({
  orders,
  log,
  everyMs = 1_000,
}: LoopOptions & { orders: Pick<Services['orders'], 'runDueEffects'> }) {
  const round = async () => {
    const count = await orders.runDueEffects()
    if (count > 0) log.info({ count }, 'order changes took effect')
  }
  return every('applying order changes', everyMs, round, { log })
}

export function startBackInStock({ products, log }: LoopOptions & Pick<Services, 'products'>): Loop {
  const letters = 'back-in-stock e-mails queued'
  return sendWhileDue('sending back-in-stock e-mails', 30_000, products.tellWhatIsBack, letters, log)
}

export function startReminders({ reminders, log }: LoopOptions & Pick<Services, 'reminders'>): Loop {
  return sendWhileDue('sending yearly reminders', 60_000, reminders.tellDue, 'yearly reminders queued', log)
}

/** Repeats at once while e-mails are due, since one round sends only some of them. */
function sendWhileDue(name: string, everyMs: number, send: () => Promise<number>, sent: string, log: Logger) {
  const round = async () => {
    const count = await send()
    if (count > 0) log.info({ count }, sent)
    return count > 0 ? 0 : everyMs
  }
  return every(name, everyMs, round, { log })
}

/** Marks pages as stale when an order deadline passes, on each server by its own clock. */
export function startDeliveryClosings({ delivery, ...deps }: ClockedLoop & Pick<Services, 'delivery'>) {
  return markAsTimePasses('updating delivery times', delivery.tellClosings, deps)
}

/** Marks the journal's pages as stale when the time of a scheduled post has come. */
export function startJournalPublishing({ journal, ...deps }: ClockedLoop & Pick<Services, 'journal'>) {
  return markAsTimePasses('publishing posts', journal.tellDue, deps)
}

type ClockedLoop = LoopOptions & Pick<Deps, 'clock'>

/**
 * `mark` checks what has become due since a given time, and returns the time of its check. The first check goes back to
 * the start of the server, since no cached page is older.
 */
function markAsTimePasses(
  name: string,
  mark: (since: string) => Promise<string>,
  { clock, log, everyMs = 1_000 }: ClockedLoop,
) {
  let since = clock.now()
  const round = async () => {
    since = await mark(since)
  }
  return every(name, everyMs, round, { log })
}
