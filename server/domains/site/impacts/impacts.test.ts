import { beforeEach, expect, test } from 'vitest'
import { impactsFull, impactsMax } from '../../../../contract/site/impacts.ts'
import { emptyTables } from '../../../../tests/harness/app.ts'
import { callers, onEachEngine } from '../../../../tests/harness/on-each-engine.ts'

onEachEngine('impact numbers', (app) => {
  const { staff, user } = callers(app, 'staff', 'user')
  beforeEach(() => emptyTables(app, ['impact', 'bin_entry', 'audit_entry'], 'impacts'))

  const as = (method: string, path: string, body?: object) =>
    app.http(method, path, { token: staff.token, ...(body && { body }) })
  const add = (title: string, value = '10+') => as('POST', '/api/impacts', { title, value })
  const shown = async (): Promise<{ id: string; title: string; value: string; version: number }[]> =>
    (await app.http('GET', '/api/impacts')).body.data
  const titles = async () => (await shown()).map(({ title }) => title)

  test('the database refuses a fifth impact number', async () => {
    const row = { title: 'Happy Students', value: '5,200+', created_at: '2026-01-01T00:00:00.000Z' }
    await expect(
      app.db.write
        .insertInto('impact')
        .values({ ...row, id: 'fifth', slot: 5 })
        .execute(),
    ).rejects.toThrow()
  })

  test('impact numbers are added, changed and deleted only by staff', async () => {
    const { id } = (await add('Students')).body.data
    for (const token of [null, user.token]) {
      const status = token === null ? 401 : 403
      for (const [method, path] of [
        ['POST', '/api/impacts'],
        ['PUT', `/api/impacts/${id}`],
        ['DELETE', `/api/impacts/${id}`],
      ] as const) {
        const body = method === 'DELETE' ? {} : { body: { title: 'Mine', value: '1' } }
        expect((await app.http(method, path, { token, ...body })).status).toBe(status)
      }
    }
    expect(await titles()).toEqual(['Students'])
  })

  test.each([
    [{ value: '10' }, 'title', 'Title is required'],
    [{ title: '   ', value: '10' }, 'title', 'Title is required'],
    [{ title: 'x'.repeat(81), value: '10' }, 'title', 'Use at most 80 characters'],
    [{ title: 'Students', value: 'x'.repeat(41) }, 'value', 'Use at most 40 characters'],
  ])('the impact number %j is refused beside its field', async (body, field, sentence) => {
    const answer = await as('POST', '/api/impacts', body)
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual({ [field]: sentence })
    expect(await shown()).toEqual([])
  })

  test('an impact number that does not exist is neither changed nor deleted', async () => {
    for (const method of ['PUT', 'DELETE']) {
      const answer = await as(method, '/api/impacts/unknown', method === 'PUT' ? { title: 'X' } : undefined)
      expect(answer.status).toBe(404)
      expect(answer.body.error).toBe('This impact no longer exists. Refresh the list.')
    }
  })

  test('the public list shows an added, changed or deleted impact number immediately', async () => {
    expect(await shown()).toEqual([])
    const added = await add('Happy Students', '5,200+')
    expect(added.status).toBe(201)
    const { id } = added.body.data
    expect(await shown()).toEqual([{ id, title: 'Happy Students', value: '5,200+', version: 1 }])
    await as('PUT', `/api/impacts/${id}`, { value: '5,300+' })
    // The title was not sent, so it stays unchanged.
    expect(await shown()).toEqual([{ id, title: 'Happy Students', value: '5,300+', version: 2 }])
    expect((await as('DELETE', `/api/impacts/${id}`)).body).toEqual({ success: true })
    expect(await shown()).toEqual([])
  })

  test('an impact number may have no value, but not an empty title', async () => {
    const { id } = (await as('POST', '/api/impacts', { title: 'Cities' })).body.data
    expect((await as('PUT', `/api/impacts/${id}`, { title: '' })).body.fields).toEqual({
      title: 'Title is required',
    })
    expect(await shown()).toEqual([{ id, title: 'Cities', value: '', version: 1 }])
  })

  test('a change based on an older version of an impact number is refused', async () => {
    const { id } = (await add('Students')).body.data
    expect((await as('PUT', `/api/impacts/${id}`, { value: '11', version: 1 })).status).toBe(200)
    const stale = await as('PUT', `/api/impacts/${id}`, { value: '12', version: 1 })
    expect(stale.status).toBe(409)
    expect(stale.body.code).toBe('conflict')
    expect(await shown()).toMatchObject([{ value: '11', version: 2 }])
  })

  test('fifty people who add impact numbers at once make exactly four impact numbers', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => add(`Impact ${at}`)))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(50 - impactsMax)
    for (const { status, body } of refused) {
      expect([status, body.code, body.error]).toEqual([409, 'limit_reached', impactsFull.button])
    }
    expect(await shown()).toHaveLength(impactsMax)
  })

  test('an impact number can still be changed when there are four', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map((title) => add(title)))
    const id = (await shown())[0]?.id
    expect((await as('PUT', `/api/impacts/${id}`, { title: 'changed' })).status).toBe(200)
  })

  test('a deleted impact number can be restored while there are fewer than four', async () => {
    const ids = []
    for (const title of ['a', 'b', 'c', 'd']) ids.push((await add(title)).body.data.id)
    await as('DELETE', `/api/impacts/${ids[1]}`)
    await add('e')
    const refused = await as('POST', `/api/admin/bin/impact/${ids[1]}/restore`)
    expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached'])
    await as('DELETE', `/api/impacts/${ids[3]}`)
    expect((await as('POST', `/api/admin/bin/impact/${ids[1]}/restore`)).status).toBe(200)
    expect(await titles()).toEqual(['a', 'e', 'c', 'b'])
  })

  test('the audit log records who changed an impact number, with the old and the new value', async () => {
    const { id } = (await add('Students', '10')).body.data
    app.deps.clock.advance(1000)
    await as('PUT', `/api/impacts/${id}`, { value: '11' })
    const { body } = await as('GET', `/api/admin/audit?kind=impact&record=${id}`)
    expect(body.data.map((entry: { action: string }) => entry.action)).toEqual(['changed', 'added'])
    expect(body.data[0]).toMatchObject({
      title: 'Students',
      who: { email: staff.email },
      changes: [{ field: 'value', from: '10', to: '11' }],
    })
  })
})
