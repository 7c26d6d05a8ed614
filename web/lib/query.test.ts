import { afterEach, expect, test, vi } from 'vitest'
import { send } from './api.ts'
import { createQueryClient, query } from './query.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('an unusable answer fails the query and leaves the earlier data', async () => {
  const none = { success: true, data: [] }
  const answers = [JSON.stringify(none), '<html>Please sign in to this network</html>', '', '{}']
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('fetch', async () => new Response(answers.shift()))
  const client = createQueryClient((key, input, signal) => send(key, input, { signal }))
  const asked = query('GET /api/recipients')
  await client.fetchQuery(asked)
  while (answers.length > 0) {
    await expect(client.fetchQuery(asked)).rejects.toMatchObject({ name: 'ApiError', status: 200 })
    expect(client.getQueryData(asked.queryKey)).toEqual(none)
  }
})
