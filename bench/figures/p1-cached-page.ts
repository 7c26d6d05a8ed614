import { get } from 'node:http'
import { type Bench, interleaved, perCpuSecond, type Result } from '../measure.ts'
import { publicPages } from '../pages.ts'
import { loadPerCpu, startChild, startServer } from '../processes.ts'

/** P1: pages from the page cache, against a bare server that sends the same bytes with the same headers. */
export const cachedPage: Bench = async ({ school, isFull, log }) => {
  const server = await startServer({ DATA_DIR: school })
  const options = { seconds: isFull ? 5 : 1, headers: { 'accept-encoding': 'br' } }
  const results: Result[] = []
  try {
    for (const { page } of publicPages.filter(({ isKept }) => isKept)) {
      log(`P1 ${page}`)
      const bare = startChild('bare-server.ts')
      const { headers, bytes } = await rawAnswer(server.url + page)
      const bareUrl = await bare.ask<string>({ headers, body: { bytes } })
      const rates = await interleaved(
        isFull ? 7 : 3,
        () => loadPerCpu(server, server.url + page, options),
        () => loadPerCpu(bare, bareUrl, options),
      )
      await bare.stop()
      results.push({
        id: 'P1',
        what: `${page} from the page cache, against node:http sending the same bytes`,
        ours: perCpuSecond(rates.ours),
        baseline: perCpuSecond(rates.baseline),
        figure: rates.ratio,
        promise: { atLeast: 0.9 },
      })
    }
    return results
  } finally {
    await server.stop()
  }
}

/** The answer as it goes over the wire, without what node:http adds by itself. */
function rawAnswer(url: string): Promise<{ headers: Record<string, string>; bytes: Uint8Array }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, async (response) => {
      const added = ['date', 'connection', 'keep-alive', 'content-length']
      const headers = Object.fromEntries(
        Object.entries(response.headers).filter(([name]) => !added.includes(name)),
      ) as Record<string, string>
      resolve({ headers, bytes: Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>)) })
    }).once('error', reject)
  })
}
