import { AsyncLocalStorage } from 'node:async_hooks'
import { FairQueue, type Place } from './fair-queue.ts'

/**
 * The memory, in MB, that pages and passwords may take together. More memory would not make a machine with two cores
 * faster.
 */
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
/**
 * The number of callers that may wait. The last caller waits a second or two, and a waiting caller needs little memory.
 */
const waitingMax = 100
const brief = new FairQueue({ room, waitingMax })
const renewals = new FairQueue({ room: 2, waitingMax })
/** Pictures are encoded one at a time, so that the other core serves pages; a picture takes up to 100 MB. */
const pictures = new FairQueue({ room: 1, waitingMax })

/** Queues work that takes much memory and time (decision 0121). @throws `unavailable` if too many callers wait */
export const expensiveWork = {
  askedBy: <R>(asker: Asker, work: () => R): R => askers.run(asker, work),
  page: <R>(work: () => Promise<R>): Promise<R> => inTurn(brief, pageSize, work),
  /** Renewals have their own queue, because all readers of a cached page wait for its renewal. */
  renewal: <R>(work: () => Promise<R>): Promise<R> => renewals.run(networkOfAsker(), 1, inPlace(work)),
  password: <R>(work: () => Promise<R>): Promise<R> => inTurn(brief, passwordSize, work),
  /**
   * Pictures have their own queue, and also take room in the common queue, so that the total memory stays bounded.
   */
  picture: <R>(work: () => Promise<R>): Promise<R> =>
    pictures.run(networkOfAsker(), 1, () => inTurn(brief, pictureSize, work)),
  pause: <R>(wait: () => Promise<R>): Promise<R> => askers.getStore()?.place?.pause(wait) ?? wait(),
}

const networkOfAsker = () => (askers.getStore() ?? nobody).network

function inTurn<R>(line: FairQueue, size: number, work: () => Promise<R>): Promise<R> {
  return line.run(networkOfAsker(), size, async (place) => {
    await askers.getStore()?.turn()
    return inPlace(work)(place)
  })
}

const inPlace =
  <R>(work: () => Promise<R>) =>
  (place: Place): Promise<R> =>
    askers.run({ ...(askers.getStore() ?? nobody), place }, work)
