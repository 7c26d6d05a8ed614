import { DomainError } from '../../contract/errors.ts'

interface Waiting {
  size: number
  begin: () => void
  refuse: (error: DomainError) => void
}

export interface Place {
  pause<R>(wait: () => Promise<R>): Promise<R>
}

/**
 * Limits the work that runs at once. Networks take turns, and small work does not overtake work that has waited longer
 * and needs more room. If too many callers wait, the last caller of the network with the most waiting callers is
 * refused.
 */
export class FairQueue {
  readonly #room: number
  readonly #waitingMax: number
  readonly #lines = new Map<string, Waiting[]>()
  #taken = 0
  #waiting = 0

  constructor({ room, waitingMax }: { room: number; waitingMax: number }) {
    this.#room = room
    this.#waitingMax = waitingMax
  }

  /** @throws {DomainError} `unavailable` if too many callers wait */
  async run<R>(network: string, size: number, work: (place: Place) => Promise<R>): Promise<R> {
    if (!this.#fits(size) && this.#waiting >= this.#waitingMax) this.#shorten(network)
    await this.#enter(network, size, 'push')
    try {
      return await work({ pause: (wait) => this.#pause(network, size, wait) })
    } finally {
      this.#leave(size)
    }
  }

  /** Paused work returns ahead of other work of its network, and is never refused. */
  async #pause<R>(network: string, size: number, wait: () => Promise<R>): Promise<R> {
    this.#leave(size)
    try {
      return await wait()
    } finally {
      await this.#enter(network, size, 'unshift')
    }
  }

  #fits(size: number): boolean {
    return this.#waiting === 0 && this.#taken + size <= this.#room
  }

  async #enter(network: string, size: number, at: 'push' | 'unshift'): Promise<void> {
    if (this.#fits(size)) {
      this.#taken += size
      return
    }
    await new Promise<void>((begin, refuse) => {
      const line = this.#lines.get(network) ?? []
      line[at]({ size, begin, refuse })
      this.#lines.set(network, line)
      this.#waiting++
    })
  }

  #leave(size: number): void {
    this.#taken -= size
    for (const [network, line] of this.#lines) {
      const [first] = line
      if (first === undefined || this.#taken + first.size > this.#room) return
      line.shift()
      this.#lines.delete(network)
      if (line.length > 0) this.#lines.set(network, line)
      this.#waiting--
      this.#taken += first.size
      first.begin()
    }
  }

  /** @throws if the network of the new work has the most waiting callers */
  #shorten(network: string): void {
    let longest = this.#lines.get(network) ?? []
    const ownLength = longest.length + 1
    for (const line of this.#lines.values()) if (line.length > longest.length) longest = line
    if (longest.length <= ownLength) throw new DomainError('unavailable')
    longest.pop()?.refuse(new DomainError('unavailable'))
    this.#waiting--
  }
}
