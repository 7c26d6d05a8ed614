import { beforeAll, expect, test } from 'vitest'
import { favouritesMax } from '../../../contract/favourites.ts'
import { signedIn } from '../../../tests/harness/callers.ts'
import { onEachEngine } from '../../../tests/harness/on-each-engine.ts'

onEachEngine('favourites', (app) => {
  let ids: string[]

  beforeAll(async () => {
    const now = app.deps.clock.now()
    ids = Array.from(
      { length: favouritesMax + 5 },
      (_, number) => `course-${String(number).padStart(3, '0')}`,
    )
    const rows = ids.map((id) => ({
      id,
      slug: id,
      title: id,
      description: '',
      price_in_paise: 0,
      duration: '',
      sessions: 1,
      features: '[]',
      popular: 0 as const,
      category: 'Workshops',
      version: 1,
      created_at: now,
      updated_at: now,
    }))
    await app.db.transaction((tx) => tx.insertInto('course').values(rows).execute())
  })

  const guest = async () => {
    const { token } = await signedIn(app, 'user')
    return {
      list: () => app.http('GET', '/api/favorites', { token }),
      add: (...courseIds: string[]) => app.http('POST', '/api/favorites', { token, body: { courseIds } }),
      remove: (id: string) => app.http('DELETE', `/api/favorites/${id}`, { token }),
    }
  }
  const marked = (answer: { body: { data: string[] } }) => [...answer.body.data].sort()

  test('nobody reads or changes favourites without an account', async () => {
    for (const token of [null, 'forged.token']) {
      expect((await app.http('GET', '/api/favorites', { token })).status).toBe(401)
      expect(
        (await app.http('POST', '/api/favorites', { token, body: { courseIds: [ids[0]] } })).status,
      ).toBe(401)
      expect((await app.http('DELETE', `/api/favorites/${ids[0]}`, { token })).status).toBe(401)
    }
    expect(await app.db.read.selectFrom('favourite').selectAll().execute()).toEqual([])
  })

  test.each([[{}], [{ courseIds: 'x' }], [{ courseIds: [7] }], [{ courseIds: ['a b'] }]])(
    '%j is refused',
    async (body) => {
      const { token } = await signedIn(app, 'user')
      const answer = await app.http('POST', '/api/favorites', { token, body })
      expect(answer).toMatchObject({ status: 400, body: { success: false, code: 'validation_failed' } })
    },
  )

  test('courses that are sent join those that are kept; unknown ones are left out, a repeat changes nothing', async () => {
    const one = await guest()
    expect((await one.list()).body).toEqual({ success: true, data: [] })
    const [a, b, c] = ids as [string, string, string]
    expect(marked(await one.add(a, b, 'unknown', a))).toEqual([a, b])
    expect(marked(await one.add(b, c))).toEqual([a, b, c])
    expect(marked(await one.list())).toEqual([a, b, c])
    expect(marked(await one.remove(b))).toEqual([a, c])
    expect(marked(await one.remove(b))).toEqual([a, c])
    expect(marked(await one.add())).toEqual([a, c])
  })

  test('one user neither sees nor changes another’s (R10)', async () => {
    const [one, other] = [await guest(), await guest()]
    await one.add(ids[0] as string)
    expect(marked(await other.list())).toEqual([])
    await other.remove(ids[0] as string)
    expect(marked(await one.list())).toEqual([ids[0]])
  })

  test('a course that is no longer offered is no favourite any more', async () => {
    const one = await guest()
    const [gone, kept] = ids.slice(-2) as [string, string]
    await one.add(gone, kept)
    const at = app.deps.clock.now()
    await app.db.write.updateTable('course').set({ deleted_at: at }).where('id', '=', gone).execute()
    expect(marked(await one.list())).toEqual([kept])
    expect(marked(await one.add(gone))).toEqual([kept])
  })

  test('200 are kept, and not one more, however many ask at once', async () => {
    const one = await guest()
    expect((await one.add(...ids.slice(0, favouritesMax + 1))).status).toBe(400)
    expect((await one.add(...ids.slice(0, favouritesMax - 1))).status).toBe(200)
    const more = await Promise.all(ids.slice(favouritesMax - 1, favouritesMax + 3).map((id) => one.add(id)))
    expect(more.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(more.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'limit_reached',
      error: 'You can keep at most 200 favourites. Please remove some first.',
    })
    expect((await one.list()).body.data).toHaveLength(favouritesMax)
  })
})
