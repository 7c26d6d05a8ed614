import { person } from './own-words.ts'
import { storage } from './storage.ts'

/** The stored orders of this browser. All tabs share these orders, because an order empties the cart in every tab. */
const kept = storage('placedOrder')
/** The empty cart links to the last order for this long. */
const lastMs = 24 * 60 * 60_000
const keptMs = 60 * lastMs
const keptMax = 20

/** The form of an order's key. The server would reject a whole request that contains any other text. */
const keyPattern = /^[\w-]{1,64}\.[\w-]{32}$/

interface Placed {
  id: string
  at: number
  /** Proves to the server that this browser may see and correct where the order goes. */
  key?: unknown
}

/**
 * Returns the stored orders, newest first. The orders belong to one person, so the list is empty after a sign-out and
 * for another account.
 */
function placed(now: number): Placed[] {
  const { by, orders } = (kept.readJson() ?? {}) as { by?: unknown; orders?: unknown }
  if (by !== `${person.read()}` || !Array.isArray(orders)) return []
  return (orders as Partial<Placed>[]).filter(
    (order): order is Placed =>
      typeof order?.id === 'string' && typeof order.at === 'number' && order.at > now - keptMs,
  )
}

/** Returns the ids of orders that were placed in this browser, or whose e-mailed link was opened in it. */
export const placedOrders = (now: number): string[] => placed(now).map(({ id }) => id)

/** Returns the id of the newest order, if it was placed within the last 24 hours. */
export function placedOrder(now: number): string | null {
  const [last] = placed(now)
  return last && last.at > now - lastMs ? last.id : null
}

export function orderKey(id: string, now: number): string | null {
  const key = placed(now).find((order) => order.id === id)?.key
  return typeof key === 'string' && keyPattern.test(key) ? key : null
}

/** Stores an order. If the order is stored already and `key` is undefined, the stored key stays. */
export function keepPlacedOrder(id: string, key: string | undefined, at: number): void {
  const before = placed(at)
  const order = { id, at, key: key ?? before.find((one) => one.id === id)?.key }
  const orders = [order, ...before.filter((one) => one.id !== id)].slice(0, keptMax)
  kept.write(JSON.stringify({ by: `${person.read()}`, orders }))
}

export const forgetPlacedOrders = () => kept.write(null)
