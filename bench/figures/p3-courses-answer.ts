import { type Bench, interleaved, perCpuSecond } from '../measure.ts'
import { loadPerCpu, startChild, startServer } from '../processes.ts'

/** P3: the courses as JSON, against a bare server that stringifies the same object on each call. */
export const coursesAnswer: Bench = async ({ school, isFull }) => {
  const server = await startServer({ DATA_DIR: school })
  const bare = startChild('bare-server.ts')
  try {
    const url = `${server.url}/api/courses`
    const answer = await fetch(url)
    const json = (await answer.json()) as unknown[]
    if (json.length !== 24) throw new Error(`24 courses were expected, not ${json.length}`)
    const { status } = await fetch(url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const bareUrl = await bare.ask<string>({ headers, body: { json } })
    const seconds = isFull ? 5 : 2
    const rates = await interleaved(
      isFull ? 7 : 5,
      () => loadPerCpu(server, url, { seconds }),
      () => loadPerCpu(bare, bareUrl, { seconds }),
    )
    return [
      {
        id: 'P3',
        what: 'GET /api/courses (24 courses), against node:http stringifying the same object',
        ours: perCpuSecond(rates.ours),
        baseline: perCpuSecond(rates.baseline),
        figure: rates.ratio,
        promise: { atLeast: 1.5 },
      },
      {
        id: 'P3',
        what: 'the same with If-None-Match: the status',
        ours: String(status),
        baseline: '',
        figure: status === 304 ? 1 : 0,
        promise: { atLeast: 1 },
      },
    ]
  } finally {
    await server.stop()
    await bare.stop()
  }
}
