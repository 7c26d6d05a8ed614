/** A small seeded generator: the same seed always gives the same drawing, on every machine. */
type Random = {
  range(from: number, to: number): number
  chance(probability: number): boolean
}

/** 32-bit FNV-1a of the seed's text. */
function hashSeed(seed: number | string): number {
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
  return {
    range: (from, to) => from + (to - from) * next(),
    chance: (probability) => next() < probability,
  }
}
