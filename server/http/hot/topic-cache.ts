import { setTimeout as delay } from 'node:timers/promises'
import { ANY_TOPIC, type ChangeFeed } from '../../db/changes.ts'

export interface Made<T> {
  value: T
  topics: readonly string[]
  bytes: number
  keep?: boolean
  isMakeshift?: boolean
}

interface Entry<T> {
  value: T
  topics: readonly string[]
  bytes: number
  stale: boolean
  madeAt: number
  renewal: Promise<void> | null
  isRead: boolean
}

interface Making<T> {
  begun: { generation: number; at: number } | null
  value: Promise<T>
}

/** Readers get the stale value until its renewal has taken this time. Later readers wait for the new value. */
const makingMsMax = 100
const entryBytes = 500

type InTurn = <R>(work: () => Promise<R>) => Promise<R>

interface Work<T> {
  make: () => Promise<Made<T>>
  inTurn: InTurn
}

interface TopicCacheOptions {
  bytesMax: number
  renewEveryMs?: number
  inTurn: InTurn
  /** Readers get the stale value after this wait; by default they wait until the new value is ready. */
  patienceMs?: number
  now?: () => number
  changes?: Pick<ChangeFeed, 'subscribe'>
}

/**
 * Caches values until a topic changes on which they depend (architecture rule 8). A stale entry is renewed at most once
 * per `renewEveryMs`, and is served until then; concurrent callers share one computation. A read only sets a flag,
 * because reads must be fast. The oldest entry is dropped first, unless it was read: then it gets one more round.
 */
export class TopicCache<T> {
  readonly #entries = new Map<string, Entry<T>>()
  readonly #making = new Map<string, Making<T>>()
  readonly #options: TopicCacheOptions & { renewEveryMs: number; now: () => number }
  #bytes = 0
  /** Increases with every change. A value is stale if its computation began at a lower number. */
  #generation = 0

  constructor(options: TopicCacheOptions) {
    this.#options = { renewEveryMs: 0, now: () => performance.now(), ...options }
    options.changes?.subscribe((topics) => this.invalidate(topics))
  }

  get size(): number {
    return this.#entries.size
  }

  get bytes(): number {
    return this.#bytes
  }

  invalidate(topics: ReadonlySet<string>): void {
    this.#generation++
    const isAny = topics.has(ANY_TOPIC)
    for (const entry of this.#entries.values()) {
      if (isAny || entry.topics.some((topic) => topics.has(topic))) entry.stale = true
    }
  }

  peek(key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined || !this.#maySend(entry)) return undefined
    entry.isRead = true
    return entry.value
  }

  old(key: string): T | undefined {
    return this.#entries.get(key)?.value
  }

  wouldMake(key: string): boolean {
    const entry = this.#entries.get(key)
    if (entry !== undefined && this.#maySend(entry)) return false
    const running = this.#making.get(key)
    return running === undefined || !this.#mayShare(running)
  }

  #maySend(entry: Entry<T>): boolean {
    if (!entry.stale) return true
    const { renewEveryMs, now } = this.#options
    return entry.renewal !== null && now() - entry.madeAt < renewEveryMs + makingMsMax
  }

  /** A computation that began before the last change is shared as long as stale values may be served. */
  #mayShare({ begun }: Making<T>): boolean {
    if (begun === null || begun.generation === this.#generation) return true
    return this.#options.now() - begun.at < this.#options.renewEveryMs
  }

  async get(key: string, make: () => Promise<Made<T>>, inTurn = this.#options.inTurn): Promise<T> {
    const work = { make, inTurn }
    const entry = this.#entries.get(key)
    if (entry === undefined) return this.#make(key, work)
    entry.isRead = true
    if (this.#maySend(entry)) return entry.value
    if (this.#options.now() - entry.madeAt >= this.#options.renewEveryMs) {
      const making = this.#make(key, work)
      const { patienceMs } = this.#options
      if (patienceMs === undefined) return making
      return Promise.race([making, delay(patienceMs, entry.value, { ref: false })])
    }
    entry.renewal = this.#renewLater(key, entry, work)
    return entry.value
  }

  async #renewLater(key: string, entry: Entry<T>, work: Work<T>): Promise<void> {
    const wait = this.#options.renewEveryMs - (this.#options.now() - entry.madeAt)
    await delay(wait, undefined, { ref: false })
    // A failed renewal leaves the entry stale: the next reader computes the value and sees the error.
    await this.#make(key, work).catch(() => undefined)
    entry.renewal = null
  }

  #make(key: string, { make, inTurn }: Work<T>): Promise<T> {
    const running = this.#making.get(key)
    if (running && this.#mayShare(running)) return running.value
    let generation = this.#generation
    const making = { begun: null } as Making<T>
    making.value = inTurn(() => {
      generation = this.#generation
      making.begun = { generation, at: this.#options.now() }
      return make()
    })
      .then(({ value, topics, bytes, keep, isMakeshift }) => {
        const old = this.#entries.get(key)
        if (isMakeshift) return old?.value ?? value
        const overtaken = this.#making.get(key) !== making
        // The key is counted too, since long keys of small values would fill the memory.
        const size = bytes + 2 * key.length + entryBytes
        if (!overtaken && keep !== false && size <= this.#options.bytesMax) {
          this.#drop(key)
          this.#makeRoom(size)
          this.#entries.set(key, {
            value,
            topics,
            bytes: size,
            stale: generation !== this.#generation,
            madeAt: this.#options.now(),
            renewal: null,
            isRead: old?.isRead ?? false,
          })
          this.#bytes += size
        }
        return value
      })
      .finally(() => {
        if (this.#making.get(key) === making) this.#making.delete(key)
      })
    this.#making.set(key, making)
    return making.value
  }

  #makeRoom(size: number): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes + size <= this.#options.bytesMax) return
      this.#drop(key)
      if (!entry.isRead) continue
      // The entry moves to the end. The entry is dropped if nobody reads it before the loop returns to it.
      entry.isRead = false
      this.#entries.set(key, entry)
      this.#bytes += entry.bytes
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }
}
