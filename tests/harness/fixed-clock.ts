import { type Clock, clockOf } from '../../server/platform/clock.ts'

/** A clock that a test sets by hand. */
export function fixedClock(start: string): Clock & { set(instant: string): void; advance(ms: number): void } {
  let current = Date.parse(start)
  return {
    ...clockOf(() => current),
    set: (instant) => {
      current = Date.parse(instant)
    },
    advance: (ms) => {
      current += ms
    },
  }
}
