import { get } from 'node:http'
import { type Bench, interleaved, perCpuSecond } from '../measure.ts'
import { loadPerCpu, startChild, startServer } from '../processes.ts'

/** P1: a page from the page cache, against a bare server that sends the same bytes with the same headers. */
export const cachedPage: Bench = async ({ school, isFull }) => {
  const server = await startServer({ DATA_DIR: school })
  const bare = startChild('bare-server.ts')
  try {
    const page = `${server.url}/classes`
    const { headers, bytes } = await rawAnswer(page)
    const bareUrl = await bare.ask<string>({ headers, body: { bytes } })
    const options = { seconds: isFull ? 5 : 2, headers: { 'accept-encoding': 'br' } }
    const rates = await interleaved(
      isFull ? 7 : 5,
      () => loadPerCpu(server, page, options),
      () => loadPerCpu(bare, bareUrl, options),
    )
    return [
      {
        id: 'P1',
        what: '/classes from the page cache, against node:http sending the same bytes',
        ours: perCpuSecond(rates.ours),
        baseline: perCpuSecond(rates.baseline),
        figure: rates.ratio,
        promise: { atLeast: 0.9 },
      },
    ]
  } finally {
    await server.stop()
    await bare.stop()
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
