import type * as growing from '../children/growing.ts'
import { fillWithRows } from '../many-rows.ts'
import { interleaved, log, type Measured, median, type Options } from '../measure.ts'
import { startChild } from '../processes.ts'
import { copyOfSchool, planBatches } from '../school.ts'

/** P9: the cost of the main lists and calls as the school grows, with 50 batches a class. */
export async function* growth({ school, isFull }: Options): AsyncGenerator<Measured> {
  using small = copyOfSchool(school)
  using large = copyOfSchool(school)
  for (const [{ where }, rows] of [
    [small, 1_000],
    [large, 100_000],
  ] as const) {
    log(`Growing a school to ${rows.toLocaleString('en')} orders and enrolments`)
    await fillWithRows(where, rows)
    await planBatches(where, 50)
  }
  await using few = startChild<typeof growing>('growing.ts')
  await using many = startChild<typeof growing>('growing.ts')
  await few.call('start', small.path)
  const times = isFull ? 60 : 25
  for (const name of await many.call('start', large.path)) {
    const costs = await interleaved(
      isFull ? 11 : 7,
      () => many.call('cpuMs', name, times),
      () => few.call('cpuMs', name, times),
    )
    yield { at: name, ...costs }
  }
}

/** DELIVERY: measures finding the delivery options for a guest with a pincode. */
export async function* deliveryOptions({ school, isFull }: Options): AsyncGenerator<Measured> {
  await using child = startChild<typeof growing>('growing.ts')
  await child.call('start', school)
  const costs: number[] = []
  for (let round = 0; round < (isFull ? 12 : 6); round++)
    costs.push(await child.call('cpuMs', 'delivery', isFull ? 200 : 60))
  yield { ours: median(costs.slice(1)) }
}
