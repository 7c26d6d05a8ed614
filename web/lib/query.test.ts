import { expect, test } from 'vitest'
import { createQueryClient, query } from './query.ts'

test('a text is no answer: the query has failed, and what was there stays', async () => {
  const answers: unknown[] = [{ id: 'roses' }, '<html>Please sign in to this network</html>', '']
  const client = createQueryClient(async () => answers.shift())
  const asked = query('GET /api/products/:slug', { params: { slug: 'roses' } })
  await client.fetchQuery(asked)
  for (const _ of ['a page', 'nothing']) {
    await expect(client.fetchQuery(asked)).rejects.toMatchObject({ name: 'ApiError', status: 0 })
    expect(client.getQueryData(asked.queryKey)).toEqual({ id: 'roses' })
  }
})
