import type * as rendering from '../children/rendering.ts'
import { interleaved, type Measured, type Options } from '../measure.ts'
import { startChild } from '../processes.ts'
import { copyOfSchool, knownOrder, planBatches } from '../school.ts'

/** P2: the server renders a page. The baseline is React alone, rendering the same tree. */
export async function* freshRender({ school, isFull, pages }: Options): AsyncGenerator<Measured> {
  await using child = startChild<typeof rendering>('rendering.ts')
  await child.call('start', school)
  const times = isFull ? 400 : 60
  for (const { page } of pages) {
    await child.call('turnTo', page)
    const rates = await interleaved(
      isFull ? 9 : 5,
      () => child.call('ours', times),
      () => child.call('baseline', times),
    )
    yield { part: page.includes(knownOrder) ? 'order' : 'page', at: page, ...rates }
  }
}

/** BATCHES: each of these pages lists every date. A page with fifty times as many dates may take five times as long. */
const pagesWithDates = [
  { page: '/classes/bridal-bouquet-weekend', part: 'class' },
  { page: '/classes', part: 'list' },
  { page: '/calendar', part: 'list' },
]

export async function* renderOfManyBatches({ school, isFull }: Options): AsyncGenerator<Measured> {
  using ofOne = copyOfSchool(school)
  using ofFifty = copyOfSchool(school)
  await planBatches(ofOne.where, 1)
  await planBatches(ofFifty.where, 50)
  await using few = startChild<typeof rendering>('rendering.ts')
  await using many = startChild<typeof rendering>('rendering.ts')
  await few.call('start', ofOne.path)
  await many.call('start', ofFifty.path)
  const times = isFull ? 200 : 40
  for (const { page, part } of pagesWithDates) {
    const [one, fifty] = [await few.call('turnTo', page), await many.call('turnTo', page)]
    const rates = await interleaved(
      isFull ? 9 : 5,
      () => many.call('anew', times),
      () => few.call('anew', times),
    )
    yield { part, at: `${page} (${Math.round(fifty / 1000)} kB, ${Math.round(one / 1000)} kB)`, ...rates }
  }
}
