import { get } from 'node:http'
import type { BareAnswer } from '../children/bare-server.ts'
import { type Bench, type BenchOptions, compare, perCpuSecond, type Result } from '../measure.ts'
import { loadPerCpu, startChild, startServer } from '../processes.ts'

const promise = { atLeast: 0.95 }

/** After some two million requests one of the two processes, at random, becomes slower by a sixth. */
const pagesOfAPair = 4

/**
 * P1: pages from the page cache, against a bare server that sends the same bytes with the same headers. Each side is
 * one process for several pages and answers the same number of requests: a process that has answered few is slower by a
 * third than one that has answered many.
 */
export const cachedPage: Bench = async (options) => {
  const pages = options.pages.filter(({ isKept }) => isKept).map(({ page }) => page)
  const results: Result[] = []
  while (pages.length > 0) results.push(...(await comparePages(pages.splice(0, pagesOfAPair), options)))
  return results
}

async function comparePages(
  pages: readonly string[],
  { school, isFull, log }: BenchOptions,
): Promise<Result[]> {
  await using server = await startServer({ DATA_DIR: school })
  await using bare = startChild('bare-server.ts')
  const options = { requests: 20_000, headers: { 'accept-encoding': 'br' } }
  const bareUrls = new Map<string, string>()
  for (const page of pages) bareUrls.set(page, await bare.ask<string>(await rawAnswer(server.url + page)))
  const ours = (page: string) => loadPerCpu(server, server.url + page, options)
  const baseline = (page: string) => loadPerCpu(bare, bareUrls.get(page) ?? '', options)
  log('P1 warming both')
  for (const page of pages) {
    await ours(page)
    await baseline(page)
  }
  const results: Result[] = []
  for (const page of pages) {
    log(`P1 ${page}`)
    const what = `${page} from the page cache, against node:http sending the same bytes`
    results.push(
      await compare(
        { id: 'P1', what, promise },
        isFull ? 15 : 9,
        () => ours(page),
        () => baseline(page),
        perCpuSecond,
      ),
    )
  }
  return results
}

function rawAnswer(url: string): Promise<BareAnswer> {
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
