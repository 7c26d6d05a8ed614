import { setTimeout as delay } from 'node:timers/promises'
import { type Bench, compare, median, perSecond } from '../measure.ts'
import { makePhoto } from '../photo.ts'
import { load, startChild } from '../processes.ts'

/** P10: a photograph of 10 MB to all its sizes and formats, and the rate that readers keep meanwhile. */
export const photograph: Bench = async ({ school, isFull }) => {
  await using child = startChild('picturing.ts')
  const url = await child.ask<string>({ dataDir: school, photo: await makePhoto(10 * 1024 * 1024) })
  const times: number[] = []
  for (let round = 0; round < (isFull ? 7 : 3); round++) times.push(await child.ask<number>('store'))
  const page = `${url}/classes`
  // The readers pause, because they and their server would take both cores and leave none to the picture.
  const options = { pauseMs: 1, ms: isFull ? 5_000 : 2_000, headers: { 'accept-encoding': 'br' } }
  const rate = () => load(page, options)
  const readers = await compare(
    {
      id: 'P10',
      what: 'readers of /classes meanwhile, against without a picture',
      promise: { atLeast: 0.7 },
    },
    isFull ? 7 : 5,
    async () => {
      await child.ask('begin')
      await delay(200)
      const meanwhile = await rate()
      await child.ask('end')
      // Waits for the picture under way, so that it does not slow the next round down.
      await child.ask('store')
      return meanwhile
    },
    rate,
    perSecond,
  )
  const figure = median(times) / 1000
  const what = 'a photograph of 10 MB to all its sizes'
  return [{ id: 'P10', what, figure, unit: 's', promise: { atMost: 1.5 } }, readers]
}
