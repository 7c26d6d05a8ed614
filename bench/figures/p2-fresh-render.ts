import { type Bench, compare, perCpuSecond, type Result } from '../measure.ts'
import { startChild } from '../processes.ts'
import { knownOrder } from '../school.ts'

const promiseFor = (page: string) => ({ atLeast: page.includes(knownOrder) ? 0.25 : 0.4 })

/** P2: pages rendered afresh, against React alone rendering the same tree. */
export const freshRender: Bench = async ({ school, isFull, log, pages }) => {
  await using child = startChild('rendering.ts')
  const results: Result[] = []
  await child.ask(school)
  const renders = isFull ? 400 : 60
  for (const { page } of pages) {
    log(`P2 ${page}`)
    await child.ask({ page })
    const what = `${page} rendered afresh, against renderToString of the same tree`
    const times = (how: 'ours' | 'baseline') => () => child.ask<number>({ how, renders })
    const line = { id: 'P2', what, promise: promiseFor(page) }
    results.push(await compare(line, isFull ? 9 : 5, times('ours'), times('baseline'), perCpuSecond))
  }
  return results
}
