import { get } from 'node:http'
import type * as bareServer from '../children/bare-server.ts'
import { interleaved, log, type Measured, type Options } from '../measure.ts'
import { loadPerCpu, startChild, startServer } from '../processes.ts'

/** A pair of processes measures only this many pages, because two million requests make a process slower by a sixth. */
const pagesOfAPair = 4

/**
 * P1: measures cached pages. The server and the baseline answer the same number of requests, because a process that has
 * answered few requests is slower by a third than one that has answered many.
 */
export async function* cachedPage(options: Options): AsyncGenerator<Measured> {
  const pages = options.pages.filter(({ isKept }) => isKept).map(({ page }) => page)
  while (pages.length > 0) yield* comparePages(pages.splice(0, pagesOfAPair), options)
}

async function* comparePages(pages: readonly string[], { school, isFull }: Options) {
  await using server = await startServer({ DATA_DIR: school })
  await using bare = startChild<typeof bareServer>('bare-server.ts')
  const order = { requests: 20_000, headers: { 'accept-encoding': 'br' } }
  const bareUrls = new Map<string, string>()
  for (const page of pages)
    bareUrls.set(page, await bare.call('addAnswer', await rawAnswer(server.url + page)))
  const ours = (page: string) => loadPerCpu(server, { url: server.url + page, ...order })
  const baseline = (page: string) => loadPerCpu(bare, { url: bareUrls.get(page) ?? '', ...order })
  log('P1 warming both')
  for (const page of pages) {
    await ours(page)
    await baseline(page)
  }
  for (const page of pages) {
    const rates = await interleaved(
      isFull ? 15 : 9,
      () => ours(page),
      () => baseline(page),
    )
    yield { at: page, ...rates }
  }
}

function rawAnswer(url: string): Promise<bareServer.BareAnswer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, async (response) => {
      const added = ['date', 'connection', 'keep-alive', 'content-length']
      const headers = Object.fromEntries(
        Object.entries(response.headers).filter(([name]) => !added.includes(name)),
      ) as Record<string, string>
      const bytes = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>))
      resolve({ headers, body: { bytes } })
    }).once('error', reject)
  })
}
