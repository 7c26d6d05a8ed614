import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from './logger.ts'

export type Loop = ReturnType<typeof every>

/**
 * Runs `work` again and again: `ms` after each round, or after the milliseconds that the round returns. A failed round
 * is logged under `name`. A long round should end if `isStopping()`. The timer does not keep the process alive, and
 * several processes may run the same loop.
 */
export function every(
  name: string,
  ms: number,
  work: (isStopping: () => boolean) => Promise<number | void>,
  { log, isFirstLater = false }: { log: Logger; isFirstLater?: boolean },
) {
  let isStopping = false
  let pause = new AbortController()

  async function wait(time: number): Promise<void> {
    pause = new AbortController()
    if (isStopping || time <= 0) return
    await delay(time, undefined, { signal: pause.signal, ref: false }).catch(() => {})
  }

  async function run(): Promise<void> {
    if (isFirstLater) await wait(ms)
    while (!isStopping) {
      let next: number | void = undefined
      try {
        next = await work(() => isStopping)
      } catch (err) {
        log.error({ err }, `${name} failed and will be tried again`)
      }
      await wait(next ?? ms)
    }
  }

  const ended = run()
  return {
    wake: () => pause.abort(),
    /** No round begins after this call, which resolves when the running round has ended. */
    async stop(): Promise<void> {
      isStopping = true
      pause.abort()
      await ended
    },
  }
}

const rowsARound = 100

/**
 * Works through all rows of `list`, a hundred at a time. Returns the number of rows for which `work` did something.
 */
export async function workThrough<T>(
  list: (limit: number) => Promise<readonly T[]>,
  work: (one: T) => Promise<boolean>,
): Promise<number> {
  let count = 0
  let listed: readonly T[]
  do {
    listed = await list(rowsARound)
    for (const one of listed) if (await work(one)) count++
  } while (listed.length === rowsARound)
  return count
}
