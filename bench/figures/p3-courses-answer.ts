import type * as bareServer from '../children/bare-server.ts'
import { interleaved, type Measured, type Options } from '../measure.ts'
import { loadPerCpu, startChild, startServer } from '../processes.ts'

/** P3: the answer with all courses. The baseline is a bare server that stringifies the same object on each call. */
export async function* coursesAnswer({ school, isFull }: Options): AsyncGenerator<Measured> {
  await using server = await startServer({ DATA_DIR: school })
  await using bare = startChild<typeof bareServer>('bare-server.ts')
  const url = `${server.url}/api/courses`
  const answer = await fetch(url)
  const json = (await answer.json()) as unknown[]
  if (json.length !== 24) throw new Error(`24 courses were expected, not ${json.length}`)
  const { status } = await fetch(url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
  if (status !== 304) throw new Error(`Asked conditionally, the courses are answered ${status}`)
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const bareUrl = await bare.call('addAnswer', { headers, body: { json } })
  const requests = isFull ? 50_000 : 20_000
  yield await interleaved(
    isFull ? 7 : 5,
    () => loadPerCpu(server, { url, requests }),
    () => loadPerCpu(bare, { url: bareUrl, requests }),
  )
}
