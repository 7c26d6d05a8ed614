import { AsyncLocalStorage } from 'node:async_hooks'
import { FairLine, type Place } from './fair-line.ts'

/** MB that pages and passwords take at once. Two cores have no use for more. */
const room = 40
const pageSize = 10
const passwordSize = 20
const pictureSize = 20

interface Asker {
  network: string
  /** Resolves when dear work may begin: later while readers rush. */
  turn: () => Promise<void>
}

const nobody: Asker = { network: '', turn: async () => {} }
const askers = new AsyncLocalStorage<Asker & { place?: Place }>()
/** The last in line waits a second or two and holds little memory: large bodies have their own bound. */
const waitingMax = 100
const brief = new FairLine({ room, waitingMax })
/** Two pages run at a time. */
const renewals = new FairLine({ room: 2, waitingMax })
/** One picture runs at a time, so that the other core serves pages; it takes up to 100 MB. */
const pictures = new FairLine({ room: 1, waitingMax })

/** Work that takes much memory and time in this process (decision 0121). Throws `unavailable` if too many wait. */
export const dearWork = {
  /** The network asks for everything that `work` does. */
  askedBy: <R>(asker: Asker, work: () => R): R => askers.run(asker, work),
  page: <R>(work: () => Promise<R>): Promise<R> => inTurn(brief, pageSize, work),
  /** Renders a kept page anew. All its readers wait for it, so it waits for no other work. */
  renewal: <R>(work: () => Promise<R>): Promise<R> => renewals.run(networkOfAsker(), 1, inPlace(work)),
  password: <R>(work: () => Promise<R>): Promise<R> => inTurn(brief, passwordSize, work),
  /** Decodes a picture. It takes room from the others meanwhile, so that all together stay in their bounds. */
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

const inPlace =
  <R>(work: () => Promise<R>) =>
  (place: Place): Promise<R> =>
    askers.run({ ...(askers.getStore() ?? nobody), place }, work)
