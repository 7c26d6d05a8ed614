export interface Measured {
  /** The name of a part, if one run measures several parts of a figure. */
  part?: string
  /** The page, engine or call that was measured. */
  at?: string
  ours: number
  baseline?: number
  /** The bound applies to the ratio, or to `ours` if there is no ratio. */
  ratio?: number
}

export interface Options {
  isFull: boolean
  pages: readonly { page: string; isKept: boolean }[]
  /** The paths of the pages to measure; empty measures all. */
  paths: readonly string[]
  /** The data folder of a started demonstration school with 24 courses. */
  school: string
}

export type Run = (options: Options) => AsyncIterable<Measured>

/** Prints progress to standard error, because the results go to standard output. */
export const log = (text: string) => process.stderr.write(`${text} …\n`)

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/**
 * Measures two things in turn, A B A B …, so that other work of the machine slows down both alike. The first round only
 * warms up both and is not counted. Returns the medians; the ratio is the median of the rounds' ratios.
 */
export async function interleaved(
  rounds: number,
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<{ ours: number; baseline: number; ratio: number }> {
  await ours()
  await baseline()
  const pairs: { ours: number; baseline: number }[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ ours: await ours(), baseline: await baseline() })
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    baseline: median(pairs.map((pair) => pair.baseline)),
    ratio: median(pairs.map((pair) => pair.ours / pair.baseline)),
  }
}
