import { setTimeout as delay } from 'node:timers/promises'
import type * as picturing from '../children/picturing.ts'
import { interleaved, type Measured, median, type Options } from '../measure.ts'
import { load, startChild } from '../processes.ts'

/** P10: the time to encode a photograph in all sizes and formats, and the rate of page reads during the encoding. */
export async function* photograph({ school, isFull }: Options): AsyncGenerator<Measured> {
  await using child = startChild<typeof picturing>('picturing.ts')
  const url = `${await child.call('start', school)}/classes`
  const times: number[] = []
  for (let round = 0; round < (isFull ? 7 : 3); round++) times.push(await child.call('store'))
  yield { part: 'stored', ours: median(times) / 1000 }
  // The readers pause between requests. Otherwise they and the server would use both cores and leave none to the
  // picture.
  const order = { url, pauseMs: 1, ms: isFull ? 5_000 : 2_000, headers: { 'accept-encoding': 'br' } }
  const read = () => load(order)
  const readBesidePictures = async () => {
    await child.call('begin')
    await delay(200)
    const rate = await read()
    await child.call('end')
    // `store` waits for the picture that is being encoded, which would otherwise slow down the next round.
    await child.call('store')
    return rate
  }
  yield { part: 'readers', ...(await interleaved(isFull ? 7 : 5, readBesidePictures, read)) }
}
