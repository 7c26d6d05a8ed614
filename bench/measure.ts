export interface Result {
  id: string
  what: string
  /** The figure itself by default. */
  ours?: string
  baseline?: string
  /** The promised figure: a ratio, or the measured value itself. */
  figure: number
  /** 'ratio' by default; '' for a plain number. */
  unit?: string
  promise: { atLeast: number } | { atMost: number }
}

export interface BenchOptions {
  isFull: boolean
  pages: readonly { page: string; isKept: boolean }[]
  /** The addresses to measure; all if none is given. */
  paths: readonly string[]
  /** The data folder of a started demonstration school with 24 courses. */
  school: string
  log(text: string): void
}

export type Bench = (options: BenchOptions) => Promise<Result[]>

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/**
 * Measures two things in turn, A B A B …, so that other work of the machine slows down both alike. A first round warms
 * both up and is not counted. Answers the medians; the ratio is the median of the rounds' ratios.
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

export async function compare(
  line: Pick<Result, 'id' | 'what' | 'promise'>,
  rounds: number,
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
  show: (value: number) => string,
): Promise<Result> {
  const rates = await interleaved(rounds, ours, baseline)
  return { ...line, ours: show(rates.ours), baseline: show(rates.baseline), figure: rates.ratio }
}

/** Rates per second of processor time, as `loadPerCpu` measures them. */
export const perCpuSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/cpu s`
export const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`
export const milliseconds = (value: number) => `${Math.round(value)} ms`
export const cpuMilliseconds = (value: number) => `${value.toFixed(2)} cpu ms`
