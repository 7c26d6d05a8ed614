import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { type Bench, compare, median, perSecond } from '../measure.ts'
import { load, startChild } from '../processes.ts'

const photoBytes = 10 * 1024 * 1024

/** P10: a photograph of 10 MB to all its sizes and formats, and what readers keep of their rate meanwhile. */
export const photograph: Bench = async ({ school, isFull }) => {
  await using child = startChild('picturing.ts')
  const url = await child.ask<string>({ dataDir: school, photo: await makePhoto() })
  const times: number[] = []
  for (let round = 0; round < (isFull ? 7 : 3); round++) times.push(await child.ask<number>('store'))
  const page = `${url}/classes`
  // Without a pause the readers and their server take both cores, and leave none to the picture.
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

/** Twelve megapixels of soft shapes with the grain of a sensor, at the quality that makes 10 MB. */
async function makePhoto(): Promise<Buffer> {
  const [width, height] = [4032, 3024]
  const shapes = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><radialGradient id="g"><stop stop-color="#fbe"/><stop offset="1" stop-color="#253"/></radialGradient></defs>
    <rect width="100%" height="100%" fill="#476"/>
    ${Array.from({ length: 60 }, (_, at) => `<circle cx="${(at * 997) % width}" cy="${(at * 613) % height}" r="${200 + ((at * 71) % 300)}" fill="url(#g)"/>`).join('')}
  </svg>`
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const grain = await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
  const photo = sharp(Buffer.from(shapes)).composite([{ input: grain, blend: 'soft-light' }])
  const pixels = await photo.removeAlpha().raw().toBuffer()
  for (let quality = 80; quality <= 100; quality++) {
    const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer()
    if (bytes.length >= photoBytes) return bytes
  }
  throw new Error('The photograph did not reach 10 MB')
}
