import { indexWaiting } from '../db/search.ts'
import { every, type Loop } from '../platform/every.ts'
import type { Logger } from '../platform/logger.ts'
import type { Deps } from './deps.ts'
import type { Services } from './index.ts'
import { expireHeldSeats, expireOffers, expireSilentHolds } from './registrations/index.ts'

interface Told {
  log: Logger
  everyMs?: number
}

/** Pages depend on the school's day. It is compared each second, so that a machine that slept is not late. */
export function startDayChange({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Loop {
  let told = clock.today()
  const round = async () => {
    const today = clock.today()
    if (today === told) return
    await db.transaction(async (tx) => {
      await db.changes.mark(tx, 'courses')
      await db.changes.mark(tx, 'school')
    })
    told = today
  }
  return every('the change of day', 1_000, round, { log })
}

/** Keeps house once a school day, and not in the first minutes, so that it slows no start. */
export function startHousekeeping({
  housekeeping,
  clock,
  log,
}: Pick<Deps, 'clock' | 'log'> & Pick<Services, 'housekeeping'>): Loop {
  let keptOn: string | null = null
  const round = async () => {
    const today = clock.today()
    if (keptOn === today) return
    const gone = await housekeeping.keepHouse()
    keptOn = today
    const counts = Object.entries(gone).filter(([, count]) => count > 0)
    if (counts.length > 0) log.info({ gone: Object.fromEntries(counts) }, 'house was kept')
  }
  return every('housekeeping', 10 * 60_000, round, { log, isFirstLater: true })
}

/** Adds the widths that pictures lack: soon after they were sent, and one a second while many lack some. */
export function startPictureWidths({
  housekeeping,
  log,
  everyMs = 60_000,
}: Told & { housekeeping: Pick<Services['housekeeping'], 'widenPictures'> }): Loop {
  const round = async (isStopping: () => boolean) =>
    (await housekeeping.widenPictures(isStopping)) ? 1_000 : everyMs
  return every('the widths of pictures', everyMs, round, { log, isFirstLater: true })
}

/** If pictures last in the database or in S3, stores there what only this disk has, and keeps its cache small. */
export function startPictureCache({
  pictures,
  config,
  log,
  everyMs = 10 * 60_000,
}: Pick<Deps, 'pictures' | 'config'> & Told): Loop {
  // The times of files are the machine's, not those of the injected clock.
  // oxlint-disable-next-line eslint/no-restricted-properties
  const now = () => Date.now()
  const round = (isStopping: () => boolean) =>
    pictures.tidy(config.pictureCacheMb * 1024 * 1024, now(), isStopping)
  return every('the cache of pictures', everyMs, round, { log })
}

/** SQLite's index of words is filled after the writing, a little at a time, so that nobody waits for it. */
export function startSearchIndex({ db, log, everyMs = 1_000 }: Told & Pick<Deps, 'db'>): Loop {
  const round = async () => ((await indexWaiting(db, 100)) === 0 ? everyMs : 250)
  return every('the index of words', everyMs, round, { log })
}

export function startHoldExpiry({
  orders,
  registrationDeps,
  log,
  everyMs = 15_000,
}: Told & {
  orders: Pick<Services['orders'], 'expireHolds'>
  registrationDeps: Services['registrationDeps']
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
}: Told & { orders: Pick<Services['orders'], 'runDueEffects'> }): Loop {
  const round = async () => {
    const count = await orders.runDueEffects()
    if (count > 0) log.info({ count }, 'effects of orders ran')
  }
  return every('effects of orders', everyMs, round, { log })
}

export function startBackInStock({
  products,
  log,
  everyMs = 30_000,
}: Told & { products: Pick<Services['products'], 'tellWhatIsBack'> }): Loop {
  const round = async () => {
    const count = await products.tellWhatIsBack()
    if (count > 0) log.info({ count }, 'letters about products that are back')
    // More may be due than one round takes.
    return count > 0 ? 0 : everyMs
  }
  return every('telling what is back in stock', everyMs, round, { log })
}

export function startReminders({
  reminders,
  log,
  everyMs = 60_000,
}: Told & { reminders: Pick<Services['reminders'], 'tellDue'> }): Loop {
  const round = async () => {
    const count = await reminders.tellDue()
    if (count > 0) log.info({ count }, 'yearly reminders were due')
    return count > 0 ? 0 : everyMs
  }
  return every('yearly reminders', everyMs, round, { log })
}

/** Each cut-off ends what can be brought today. Each server tells its own kept pages, since its clock decides. */
export function startDeliveryClosings({
  delivery,
  clock,
  log,
}: Told & Pick<Deps, 'clock'> & { delivery: Pick<Services['delivery'], 'tellClosings'> }): Loop {
  // No page is kept from before the start.
  let told = clock.now()
  const round = async () => {
    told = await delivery.tellClosings(told)
  }
  return every('closings of delivery', 1_000, round, { log })
}

/** A scheduled post appears when its time comes, so pages that were made before it are told. */
export function startJournalPublishing({
  journal,
  clock,
  log,
  everyMs = 1_000,
}: Told & Pick<Deps, 'clock'> & { journal: Pick<Services['journal'], 'tellDue'> }): Loop {
  let told = clock.now()
  const round = async () => {
    told = await journal.tellDue(told)
  }
  return every('publishing of posts', everyMs, round, { log })
}
