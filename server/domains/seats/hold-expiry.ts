import { every, type Loop } from '../../platform/every.ts'
import type { Logger } from '../../platform/logger.ts'

/** Ends holds and offers as their time comes. */
export function startHoldExpiry(deps: {
  seats: { expireHolds(): Promise<number> }
  waitingList: { expireOffers(): Promise<number> }
  log: Logger
  everyMs?: number
}): Loop {
  const { seats, waitingList, log, everyMs = 15_000 } = deps
  return every(
    'ending holds and offers',
    everyMs,
    async () => {
      const holds = await seats.expireHolds()
      const offers = await waitingList.expireOffers()
      if (holds + offers > 0) log.info({ holds, offers }, 'holds and offers expired')
    },
    { log },
  )
}
