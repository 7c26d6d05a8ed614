/** A small seeded generator: the same seed always gives the same picture, on every machine. */
export type Random = {
  /** 0 ≤ value < 1. */
  next(): number
  range(from: number, to: number): number
  /** Whole number, both ends included. */
  int(from: number, to: number): number
  pick<const T>(list: readonly [T, ...T[]]): T
  chance(probability: number): boolean
  /** `value` moved at random by at most `share` of itself. */
  around(value: number, share: number): number
  /** `value` or `-value`, at random. */
  side(value?: number): number
}

/** 32-bit FNV-1a of the seed's text. */
export function hashSeed(seed: number | string): number {
  let hash = 0x811c9dc5
  for (const char of String(seed)) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

export function createRandom(seed: number | string): Random {
  let state = hashSeed(seed)
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const range = (from: number, to: number) => from + (to - from) * next()
  return {
    next,
    range,
    int: (from, to) => Math.floor(range(from, to + 1)),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    chance: (probability) => next() < probability,
    around: (value, share) => value * (1 + range(-share, share)),
    side: (value = 1) => (next() < 0.5 ? -value : value),
  }
}
