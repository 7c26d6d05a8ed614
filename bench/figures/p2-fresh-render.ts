import { type Bench, interleaved, perCpuSecond, type Result } from '../measure.ts'
import { publicPages } from '../pages.ts'
import { startChild } from '../processes.ts'

/** P2: pages rendered afresh, against React rendering the same tree with no framework around it. */
export const freshRender: Bench = async ({ school, isFull, log }) => {
  const child = startChild('rendering.ts')
  const results: Result[] = []
  try {
    await child.ask(school)
    const renders = isFull ? 400 : 60
    for (const { page } of publicPages) {
      log(`P2 ${page}`)
      await child.ask({ page })
      const rates = await interleaved(
        isFull ? 9 : 5,
        () => child.ask<number>({ how: 'ours', renders }),
        () => child.ask<number>({ how: 'baseline', renders }),
      )
      results.push({
        id: 'P2',
        what: `${page} rendered afresh, against renderToString of the same tree`,
        ours: perCpuSecond(rates.ours),
        baseline: perCpuSecond(rates.baseline),
        figure: rates.ratio,
        promise: { atLeast: 0.4 },
      })
    }
    return results
  } finally {
    await child.stop()
  }
}
