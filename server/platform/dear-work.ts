import { AsyncLocalStorage } from 'node:async_hooks'
import { FairLine, type Place } from './fair-line.ts'

/** MB for pages and passwords together. Two cores have no use for more. */
const room = 40
const pageSize = 10
const passwordSize = 20
const pictureSize = 20

interface Asker {
  network: string
  turn: () => Promise<void>
}

const nobody: Asker = { network: '', turn: async () => {} }
const askers = new AsyncLocalStorage<Asker & { place?: Place }>()
/** The last in line waits a second or two and holds little memory. */
const waitingMax = 100
const brief = new FairLine({ room, waitingMax })
const renewals = new FairLine({ room: 2, waitingMax })
/** The other core serves pages meanwhile; one picture takes up to 100 MB. */
const pictures = new FairLine({ room: 1, waitingMax })

/** Work that takes much memory and time (decision 0121). @throws `unavailable` if too many wait */
export const dearWork = {
  askedBy: <R>(asker: Asker, work: () => R): R => askers.run(asker, work),
  page: <R>(work: () => Promise<R>): Promise<R> => inTurn(brief, pageSize, work),
  /** All readers of a kept page wait for its renewal, so it waits for no other work. */
  renewal: <R>(work: () => Promise<R>): Promise<R> => renewals.run(networkOfAsker(), 1, inPlace(work)),
  password: <R>(work: () => Promise<R>): Promise<R> => inTurn(brief, passwordSize, work),
  /** A picture takes room from the others, so that all together stay in their bounds. */
  picture: <R>(work: () => Promise<R>): Promise<R> =>
    pictures.run(networkOfAsker(), 1, () => inTurn(brief, pictureSize, work)),
  pause: <R>(wait: () => Promise<R>): Promise<R> => askers.getStore()?.place?.pause(wait) ?? wait(),
}

const networkOfAsker = () => (askers.getStore() ?? nobody).network

function inTurn<R>(line: FairLine, size: number, work: () => Promise<R>): Promise<R> {
  return line.run(networkOfAsker(), size, async (place) => {
    await askers.getStore()?.turn()
    return inPlace(work)(place)
  })
}

const inPlace =
  <R>(work: () => Promise<R>) =>
  (place: Place): Promise<R> =>
    askers.run({ ...(askers.getStore() ?? nobody), place }, work)
