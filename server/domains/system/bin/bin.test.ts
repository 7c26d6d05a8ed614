import { expect, test } from 'vitest'
import { type SignedIn } from '../../../../tests/harness/callers.ts'
import { callers, onEachEngine } from '../../../../tests/harness/on-each-engine.ts'

const garlands = {
  title: 'Garlands',
  description: 'Tied by hand.',
  price: '4500',
  duration: '2 days',
  sessions: 2,
  nextbatch: '2026-04-01',
  category: 'Workshop',
}

onEachEngine('the bin and the audit log', (app) => {
  const { owner, staff } = callers(app, 'owner', 'staff')

  // Each call has its own instant, because the lists show the newest entry first.
  const as = (who: SignedIn) => (method: string, path: string, body?: object) => {
    app.deps.clock.advance(1000)
    return app.http(method, path, { token: who.token, ...(body && { body }) })
  }
  const added = async (): Promise<string> => {
    const answer = await as(owner)('POST', '/api/admin/AdminClasses/Add', garlands)
    expect(answer.status, answer.text).toBe(201)
    return answer.body.data.id
  }
  const historyOf = async (id: string) =>
    (await as(owner)('GET', `/api/admin/audit?kind=class&record=${id}`)).body.data
  const binned = async () =>
    ((await as(owner)('GET', '/api/admin/bin')).body.data as { recordId: string }[]).map(
      (row) => row.recordId,
    )
  const shownIds = async () =>
    ((await app.http('GET', '/api/courses')).body as { id: string }[]).map(({ id }) => id)

  test('a record that is not in the bin, or of an unknown kind, cannot be restored', async () => {
    const id = await added()
    for (const path of [`class/${id}`, 'class/unknown', 'message/unknown']) {
      const answer = await as(owner)('POST', `/api/admin/bin/${path}/restore`)
      expect(answer.status).toBe(404)
      expect(answer.body.error).toBe('This isn’t in the bin. Someone may have restored it already.')
    }
    expect((await as(owner)('POST', `/api/admin/bin/nonsense/${id}/restore`)).status).toBe(404)
  })

  test('a deleted class is in the bin and can be restored, and the audit log says who did each step', async () => {
    const id = await added()
    await as(staff)('PUT', `/api/admin/AdminClasses/${id}`, { title: 'Long garlands', price: 5000 })
    expect((await as(owner)('DELETE', `/api/admin/AdminClasses/${id}`)).status).toBe(200)
    expect(await shownIds()).not.toContain(id)
    expect(await binned()).toContain(id)

    expect((await as(staff)('POST', `/api/admin/bin/class/${id}/restore`)).status).toBe(200)
    expect(await shownIds()).toContain(id)
    expect(await binned()).not.toContain(id)

    const history = await historyOf(id)
    expect(
      history.map(({ action, who }: { action: string; who: { email: string } }) => [action, who.email]),
    ).toEqual([
      ['restored', staff.email],
      ['deleted', owner.email],
      ['changed', staff.email],
      ['added', owner.email],
    ])
    expect(history[2].changes).toEqual([
      { field: 'title', from: 'Garlands', to: 'Long garlands' },
      { field: 'price', from: '4500', to: '5000' },
    ])
  })

  test('a class that ten people restore simultaneously is restored once', async () => {
    const id = await added()
    await as(owner)('DELETE', `/api/admin/AdminClasses/${id}`)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => as(owner)('POST', `/api/admin/bin/class/${id}/restore`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)])
    const restored = (await historyOf(id)).filter(({ action }: { action: string }) => action === 'restored')
    expect(restored).toHaveLength(1)
  })

  test('an edit that changes nothing is not in the audit log', async () => {
    const id = await added()
    await as(owner)('PUT', `/api/admin/AdminClasses/${id}`, { title: garlands.title })
    expect(await historyOf(id)).toHaveLength(1)
  })

  test('the bin, the audit log and the audit log of one person are read page by page', async () => {
    for (let made = 0; made < 3; made++) await as(owner)('DELETE', `/api/admin/AdminClasses/${await added()}`)
    for (const path of [
      '/api/admin/bin?',
      `/api/admin/audit?who=${staff.userId}&`,
      '/api/admin/audit?kind=class&',
    ]) {
      const whole = (await as(owner)('GET', path)).body.data
      const paged = []
      let next: string | undefined = path
      while (next !== undefined) {
        const answer = await as(owner)('GET', `${next}${next === path ? 'limit=2' : ''}`)
        paged.push(...answer.body.data)
        const cursor = /cursor=([^>&]+)/.exec(answer.headers.get('link') ?? '')?.[1]
        next = cursor && `${path}limit=2&cursor=${cursor}`
        if (next) expect(answer.body.data).toHaveLength(2)
      }
      expect(paged).toEqual(whole)
    }
    const byStaff = (await as(owner)('GET', `/api/admin/audit?who=${staff.userId}`)).body.data
    expect(byStaff.every(({ who }: { who: { id: string } }) => who.id === staff.userId)).toBe(true)
  })

  test('the bin and the audit log can be searched, and the audit log lists the people of the back office', async () => {
    const answer = await as(owner)('POST', '/api/admin/AdminClasses/Add', {
      ...garlands,
      title: '100%_Roses',
    })
    const { id } = answer.body.data
    await as(staff)('DELETE', `/api/admin/AdminClasses/${id}`)
    const found = async (path: string) =>
      ((await as(owner)('GET', path)).body.data as { recordId: string }[]).map((row) => row.recordId)
    expect(await found('/api/admin/bin?q=100%25_roses')).toEqual([id])
    expect(await found('/api/admin/bin?q=100%25_roses&kind=class')).toEqual([id])
    expect(await found('/api/admin/bin?q=100%25_roses&kind=impact')).toEqual([])
    expect(await found('/api/admin/audit?q=100%25_roses')).toEqual([id, id])
    expect(await found(`/api/admin/audit?q=100%25_roses&who=${staff.userId}`)).toEqual([id])
    expect(await found('/api/admin/audit?q=nothing+of+this')).toEqual([])
    const people = (await as(staff)('GET', '/api/admin/audit/people')).body.data
    expect(people.map((one: { id: string }) => one.id).sort()).toEqual([owner.userId, staff.userId].sort())
    expect(Object.keys(people[0])).toEqual(['id', 'name'])
  })
})
