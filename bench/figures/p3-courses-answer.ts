import type { BareAnswer } from '../children/bare-server.ts'
import { type Bench, compare, perCpuSecond } from '../measure.ts'
import { loadPerCpu, startChild, startServer } from '../processes.ts'

/** P3: the courses as JSON, against a bare server that stringifies the same object on each call. */
export const coursesAnswer: Bench = async ({ school, isFull }) => {
  await using server = await startServer({ DATA_DIR: school })
  await using bare = startChild('bare-server.ts')
  const url = `${server.url}/api/courses`
  const answer = await fetch(url)
  const json = (await answer.json()) as unknown[]
  if (json.length !== 24) throw new Error(`24 courses were expected, not ${json.length}`)
  const { status } = await fetch(url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const bareUrl = await bare.ask<string>({ headers, body: { json } } satisfies BareAnswer)
  const options = { requests: isFull ? 50_000 : 20_000 }
  const what = 'GET /api/courses (24 courses), against node:http stringifying the same object'
  return [
    await compare(
      { id: 'P3', what, promise: { atLeast: 1.5 } },
      isFull ? 7 : 5,
      () => loadPerCpu(server, url, options),
      () => loadPerCpu(bare, bareUrl, options),
      perCpuSecond,
    ),
    {
      id: 'P3',
      what: 'the same with If-None-Match: the status',
      ours: String(status),
      figure: status === 304 ? 1 : 0,
      promise: { atLeast: 1 },
    },
  ]
}
