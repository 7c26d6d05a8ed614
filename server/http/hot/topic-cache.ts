import { DomainError } from '../../../contract/errors.ts'
import { ANY_TOPIC } from '../../db/changes.ts'

/** What the cache is given to keep. */
export interface Made<T> {
  value: T
  topics: readonly string[]
  bytes: number
  keep?: boolean
  /** Something was missing when it was made: an older value, where there is one, is better. */
  isMakeshift?: boolean
}

interface Entry<T> {
  value: T
  topics: readonly string[]
  bytes: number
  stale: boolean
  madeAt: number
  renewal: Promise<void> | null
  /** Asked for since it was made, or since room was last looked for. */
  isRead: boolean
}

interface Making<T> {
  /** Null while it stands in line. */
  begun: { generation: number; at: number } | null
  value: Promise<T>
}

/** While a stale value is made anew its old one is served for so long; then readers wait. */
const makingMsMax = 100
/** What an entry takes beside its value and its key, in bytes. */
const entryBytes = 500

interface TopicCacheOptions {
  /** Of all values with their keys. */
  bytesMax: number
  renewEveryMs: number
  /** So many values are made at once; others stand in line. */
  makingMax: number
  /** Whoever comes when so many stand in line is refused. */
  waitingMax?: number
  /** Who has waited so long for a stale value to be made anew gets the old one; without it, readers wait. */
  patienceMs?: number
  now?: () => number
}

/**
 * Keeps what was made of the database until a topic it depends on changes (architecture rule 8). A stale entry is
 * made anew at most once per `renewEveryMs`, and its old value is served until the new one is there; callers that miss
 * together, or within that time of a change, share one making. Bounded by bytes: what nobody has read for the longest
 * time goes out first. To read moves nothing (it is a page's whole cost, P1): it leaves a mark, and whoever looks for
 * room passes over what is marked, once.
 */
export class TopicCache<T> {
  readonly #entries = new Map<string, Entry<T>>()
  readonly #making = new Map<string, Making<T>>()
  readonly #options: TopicCacheOptions & { waitingMax: number; now: () => number }
  #bytes = 0
  #running = 0
  readonly #line: (() => void)[] = []
  /** Rises with every change, so that a value made from data read before a change is not kept as fresh. */
  #generation = 0

  constructor(options: TopicCacheOptions) {
    this.#options = { waitingMax: 1_000, now: () => performance.now(), ...options }
  }

  get size(): number {
    return this.#entries.size
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Marks what depends on any of the topics as stale; `ANY_TOPIC` marks everything. */
  invalidate(topics: ReadonlySet<string>): void {
    this.#generation++
    const isAny = topics.has(ANY_TOPIC)
    for (const entry of this.#entries.values()) {
      if (isAny || entry.topics.some((topic) => topics.has(topic))) entry.stale = true
    }
  }

  /** The kept value where there is one that may be served, at once; else undefined. */
  peek(key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined || !this.#maySend(entry)) return undefined
    entry.isRead = true
    return entry.value
  }

  /** The kept value, however old. */
  old(key: string): T | undefined {
    return this.#entries.get(key)?.value
  }

  /** Whether `get` would make the value: nothing that may be served is kept, and none that may be shared is being made. */
  wouldMake(key: string): boolean {
    const entry = this.#entries.get(key)
    if (entry !== undefined && this.#maySend(entry)) return false
    const running = this.#making.get(key)
    return running === undefined || !this.#mayShare(running)
  }

  /** Fresh, or about to be made anew: its old value is served until the new one is there, but not for long. */
  #maySend(entry: Entry<T>): boolean {
    if (!entry.stale) return true
    const { renewEveryMs, now } = this.#options
    return entry.renewal !== null && now() - entry.madeAt < renewEveryMs + makingMsMax
  }

  /** One that began before the last change may have read what is no longer so: shared while it may be that old. */
  #mayShare({ begun }: Making<T>): boolean {
    if (begun === null || begun.generation === this.#generation) return true
    return this.#options.now() - begun.at < this.#options.renewEveryMs
  }

  /**
   * The value under `key`. `make` says what it made, of which topics, and how large it is; `keep: false` serves it
   * without keeping it.
   *
   * @throws {DomainError} `unavailable` where too many wait already
   */
  async get(key: string, make: () => Promise<Made<T>>): Promise<T> {
    const entry = this.#entries.get(key)
    if (entry === undefined) return this.#make(key, make)
    entry.isRead = true
    if (this.#maySend(entry)) return entry.value
    if (this.#options.now() - entry.madeAt >= this.#options.renewEveryMs) {
      return this.#withinPatience(this.#make(key, make), entry.value)
    }
    entry.renewal = this.#renewLater(key, entry, make)
    return entry.value
  }

  async #withinPatience(making: Promise<T>, old: T): Promise<T> {
    const { patienceMs } = this.#options
    if (patienceMs === undefined) return making
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<T>((resolve) => {
      timer = setTimeout(() => resolve(old), patienceMs)
    })
    try {
      return await Promise.race([making, tooLong])
    } finally {
      clearTimeout(timer)
    }
  }

  async #renewLater(key: string, entry: Entry<T>, make: () => Promise<Made<T>>): Promise<void> {
    const wait = this.#options.renewEveryMs - (this.#options.now() - entry.madeAt)
    await new Promise<void>((resolve) => {
      setTimeout(resolve, Math.max(0, wait)).unref()
    })
    // A failed renewal leaves the entry stale; the next reader makes it and sees the error.
    await this.#make(key, make).catch(() => undefined)
    entry.renewal = null
  }

  #make(key: string, make: () => Promise<Made<T>>): Promise<T> {
    const running = this.#making.get(key)
    if (running && this.#mayShare(running)) return running.value
    let generation = this.#generation
    const making = { begun: null } as Making<T>
    making.value = this.#inTurn(() => {
      generation = this.#generation
      making.begun = { generation, at: this.#options.now() }
      return make()
    })
      .then(({ value, topics, bytes, keep, isMakeshift }) => {
        const old = this.#entries.get(key)
        if (isMakeshift) return old?.value ?? value
        const overtaken = this.#making.get(key) !== making
        // The key counts too: nobody fills the memory with many long names of small things.
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

  /** What is being made is held in memory too, whatever becomes of it. */
  async #inTurn<R>(work: () => Promise<R>): Promise<R> {
    if (this.#running < this.#options.makingMax) this.#running++
    else if (this.#line.length < this.#options.waitingMax) {
      await new Promise<void>((resolve) => {
        this.#line.push(resolve)
      })
    } else throw new DomainError('unavailable')
    try {
      return await work()
    } finally {
      const next = this.#line.shift()
      if (next) next()
      else this.#running--
    }
  }

  #makeRoom(size: number): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes + size <= this.#options.bytesMax) return
      this.#drop(key)
      if (!entry.isRead) continue
      // Behind all others, where this loop comes by again: unread by then, it goes.
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
