import { AsyncLocalStorage } from 'node:async_hooks'
import { FairLine, type Place } from './fair-line.ts'

/** In MB, what pages and passwords take at once. Two cores have no use for more. */
const room = 40
const pageSize = 10
const passwordSize = 20
const pictureSize = 20

interface Asker {
  /** As limits count it. */
  network: string
  /** Resolves when dear work may begin: later while readers rush. */
  turn: () => Promise<void>
}

const nobody: Asker = { network: '', turn: async () => {} }
const askers = new AsyncLocalStorage<Asker & { place?: Place }>()
/** Whoever waits longest waits a second or two, and holds little: large bodies have a bound of their own. */
const waitingMax = 100
const brief = new FairLine({ room, waitingMax })
/** Two pages at a time. */
const renewals = new FairLine({ room: 2, waitingMax })
/** One at a time, so that the other core serves pages; it takes up to 100 MB. */
const pictures = new FairLine({ room: 1, waitingMax })

/** What takes much memory and time, of the whole process (decision 0121). It throws `unavailable` where too many wait. */
export const dearWork = {
  /** What `work` asks for is asked by this network. */
  askedBy: <R>(asker: Asker, work: () => R): R => askers.run(asker, work),
  /** Renders a page, and compresses it. */
  page: <R>(work: () => Promise<R>): Promise<R> => inTurn(brief, pageSize, work),
  /** Renders a page anew that was kept. All its readers wait for it, so it waits for no other work. */
  renewal: <R>(work: () => Promise<R>): Promise<R> => renewals.run(networkOfAsker(), 1, inPlace(work)),
  /** Hashes a password. */
  password: <R>(work: () => Promise<R>): Promise<R> => inTurn(brief, passwordSize, work),
  /** Decodes a picture. Meanwhile there is less room for the others, so that all together stay in their bounds. */
  picture: <R>(work: () => Promise<R>): Promise<R> =>
    pictures.run(networkOfAsker(), 1, () => inTurn(brief, pictureSize, work)),
  /** Waits for something else, which may take long, while another has the place. */
  pause: <R>(wait: () => Promise<R>): Promise<R> => askers.getStore()?.place?.pause(wait) ?? wait(),
}

const networkOfAsker = () => (askers.getStore() ?? nobody).network

function inTurn<R>(line: FairLine, size: number, work: () => Promise<R>): Promise<R> {
  return line.run(networkOfAsker(), size, async (place) => {
    await askers.getStore()?.turn()
    return inPlace(work)(place)
  })
}

/** `work` finds its place by `pause`. */
const inPlace =
  <R>(work: () => Promise<R>) =>
  (place: Place): Promise<R> =>
    askers.run({ ...(askers.getStore() ?? nobody), place }, work)
