import { type Bench, interleaved, perCpuSecond } from '../measure.ts'
import { startChild } from '../processes.ts'

/** P2: a page rendered afresh, against React rendering the same tree with no framework around it. */
export const freshRender: Bench = async ({ school, isFull }) => {
  const child = startChild('rendering.ts')
  try {
    await child.ask(school)
    const renders = isFull ? 400 : 100
    const rates = await interleaved(
      isFull ? 9 : 7,
      () => child.ask<number>({ how: 'ours', renders }),
      () => child.ask<number>({ how: 'baseline', renders }),
    )
    return [
      {
        id: 'P2',
        what: '/classes (24 courses) rendered afresh, against renderToString of the same tree',
        ours: perCpuSecond(rates.ours),
        baseline: perCpuSecond(rates.baseline),
        figure: rates.ratio,
        promise: { atLeast: 0.4 },
      },
    ]
  } finally {
    await child.stop()
  }
}
