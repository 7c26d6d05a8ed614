import { person } from './own-words.ts'
import { storage } from './storage.ts'

/** All tabs share it, because an order empties the cart in each of them. */
const kept = storage('placedOrder')
/** The empty cart links to the order for this long. */
const lastMs = 24 * 60 * 60_000
const keptMs = 60 * lastMs
const keptMax = 20

/** The server would refuse the whole request for any other text. */
const keyPattern = /^[\w-]{1,64}\.[\w-]{32}$/

interface Placed {
  id: string
  at: number
  /** Proves to the server that this browser may see and correct the order's destination. */
  key?: unknown
}

/** Newest first. The list belongs to one person, so it is empty after a sign-out or for another account. */
function placed(now: number): Placed[] {
  const { by, orders } = (kept.readJson() ?? {}) as { by?: unknown; orders?: unknown }
  if (by !== `${person.read()}` || !Array.isArray(orders)) return []
  return (orders as Partial<Placed>[]).filter(
    (order): order is Placed =>
      typeof order?.id === 'string' && typeof order.at === 'number' && order.at > now - keptMs,
  )
}

/** Orders that were placed here, or whose letter was opened here. */
export const placedOrders = (now: number): string[] => placed(now).map(({ id }) => id)

/** The newest order of the last day. */
export function placedOrder(now: number): string | null {
  const [last] = placed(now)
  return last && last.at > now - lastMs ? last.id : null
}

export function orderKey(id: string, now: number): string | null {
  const key = placed(now).find((order) => order.id === id)?.key
  return typeof key === 'string' && keyPattern.test(key) ? key : null
}

/** An order that comes again without a key keeps its old one. */
export function keepPlacedOrder(id: string, key: string | undefined, at: number): void {
  const before = placed(at)
  const order = { id, at, key: key ?? before.find((one) => one.id === id)?.key }
  const orders = [order, ...before.filter((one) => one.id !== id)].slice(0, keptMax)
  kept.write(JSON.stringify({ by: `${person.read()}`, orders }))
}

export const forgetPlacedOrders = () => kept.write(null)
