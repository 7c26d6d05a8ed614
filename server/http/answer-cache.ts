import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzipSync } from 'node:zlib'

import { ANY_TOPIC } from '../db/changes.ts'

const brotliAsync = promisify(brotliCompress)

/** One body as it goes out: kept in every encoding a browser asks for, named by its content. */
export interface KeptBody {
  etag: string
  identity: Buffer
  br: Buffer
  /** Made when the first asks for it: browsers take Brotli, and it would cost as much again. */
  readonly gzip: Buffer
}

/** Compresses by Brotli, outside the event loop's thread. Small bodies gain nothing and stay as they are. */
export async function keepBody(text: string): Promise<KeptBody> {
  const identity = Buffer.from(text)
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  if (identity.length < 500) return { etag, identity, gzip: identity, br: identity }
  const br = await brotliAsync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  let gzip: Buffer | null = null
  return {
    etag,
    identity,
    br,
    get gzip() {
      gzip ??= gzipSync(identity)
      return gzip
    },
  }
}

/** The best encoding that the browser takes, and its bytes. */
export function chooseEncoding(
  body: KeptBody,
  acceptEncoding: string | undefined,
): { encoding: 'br' | 'gzip' | null; bytes: Buffer } {
  if (acceptEncoding?.includes('br') && body.br !== body.identity) return { encoding: 'br', bytes: body.br }
  if (acceptEncoding?.includes('gzip') && body.br !== body.identity) {
    return { encoding: 'gzip', bytes: body.gzip }
  }
  return { encoding: null, bytes: body.identity }
}

/** True where the browser already has these bytes. Proxies may weaken an ETag or append the encoding's name. */
export function isFresh(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}

interface Made<T> {
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
}

interface TopicCacheOptions {
  bytesMax: number
  renewEveryMs: number
  /** Who has waited so long for a stale value to be made anew gets the old one; without it, readers wait. */
  patienceMs?: number
}

/** While a stale value is made anew its old one is served for so long; then readers wait. */
const makingMsMax = 100

/**
 * Keeps what was made of the database until a topic it depends on changes (architecture rule 8). A stale entry is
 * made anew at most once per `renewEveryMs`, and its old value is served until the new one is there; callers that miss
 * together, or within that time of a change, share one making. Bounded by bytes, oldest out first.
 */
export class TopicCache<T> {
  readonly #entries = new Map<string, Entry<T>>()
  readonly #making = new Map<string, { generation: number; begunAt: number; value: Promise<T> }>()
  readonly #options: TopicCacheOptions & { now: () => number }
  #bytes = 0
  /** Rises with every change, so that a value made from data read before a change is not kept as fresh. */
  #generation = 0

  constructor(options: TopicCacheOptions & { now?: () => number }) {
    this.#options = { now: () => performance.now(), ...options }
  }

  get size(): number {
    return this.#entries.size
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
    return entry !== undefined && this.#maySend(entry) ? entry.value : undefined
  }

  /** Fresh, or about to be made anew: its old value is served until the new one is there, but not for long. */
  #maySend(entry: Entry<T>): boolean {
    if (!entry.stale) return true
    const { renewEveryMs, now } = this.#options
    return entry.renewal !== null && now() - entry.madeAt < renewEveryMs + makingMsMax
  }

  /**
   * The value under `key`. `make` says what it made, of which topics, and how large it is; `keep: false` serves it
   * without keeping it.
   */
  async get(key: string, make: () => Promise<Made<T>>): Promise<T> {
    const entry = this.#entries.get(key)
    if (entry === undefined) return this.#make(key, make)
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
    const generation = this.#generation
    const begunAt = this.#options.now()
    // One that began before the last change may have read what is no longer so: shared while it may be that old.
    if (
      running &&
      (running.generation === generation || begunAt - running.begunAt < this.#options.renewEveryMs)
    ) {
      return running.value
    }
    const making = make()
      .then(({ value, topics, bytes, keep, isMakeshift }) => {
        if (isMakeshift) return this.#entries.get(key)?.value ?? value
        const overtaken = this.#making.get(key)?.value !== making
        // The key counts too: nobody fills the memory with many long names of small things.
        const size = bytes + 2 * key.length
        if (!overtaken && keep !== false && size <= this.#options.bytesMax) {
          this.#drop(key)
          const stale = generation !== this.#generation
          this.#entries.set(key, {
            value,
            topics,
            bytes: size,
            stale,
            madeAt: this.#options.now(),
            renewal: null,
          })
          this.#bytes += size
          this.#trim()
        }
        return value
      })
      .finally(() => {
        if (this.#making.get(key)?.value === making) this.#making.delete(key)
      })
    this.#making.set(key, { generation, begunAt, value: making })
    return making
  }

  #trim(): void {
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= this.#options.bytesMax) return
      this.#drop(key)
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }
}
