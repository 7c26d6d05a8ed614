import { beforeAll, expect, test } from 'vitest'
import { signedIn } from '../../../tests/harness/callers.ts'
import { onSqlite } from '../../../tests/harness/on-each-engine.ts'

const course = {
  title: 'Bridal Bouquets',
  description: 'Hand-tied and wired, in a day.',
  price: '12500.00',
  duration: '3 hours',
  sessions: 2,
  features: 'Spiral',
  nextbatch: '2026-03-20',
  category: 'Workshops',
}

onSqlite('the cache of responses', (app) => {
  let owner: string

  beforeAll(async () => {
    owner = (await signedIn(app, 'owner')).token
  })

  const inside = () => app.app.call('GET /api/courses')
  const outside = async () => (await app.http('GET', '/api/courses')).body
  const save = (body: object) =>
    app.http('POST', '/api/admin/AdminClasses/Add', { token: owner, body: { ...course, ...body } })

  test('pages and API callers get the same cached answer, and a change replaces it', async () => {
    const first = await inside()
    expect(await inside()).toBe(first)
    expect(await outside()).toEqual(first)
    expect(await inside()).toBe(first)

    expect((await save({ title: 'Bridal Bouquets' })).status).toBe(201)
    const second = await inside()
    expect(second.map(({ title }) => title)).toEqual(['Bridal Bouquets'])
    expect(await outside()).toEqual(second)

    expect((await save({ title: 'Orchid Care' })).status).toBe(201)
    expect((await outside()).length).toBe(2)
    expect((await inside()).length).toBe(2)
  })

  test('a page cannot modify a cached response', async () => {
    const answer = (await inside()) as unknown as { title: string }[]
    expect(() => answer.reverse()).toThrow(TypeError)
    expect(() => Object.assign(answer[0] ?? {}, { title: 'Mine' })).toThrow(TypeError)
  })

  test('the server does not cache a refusal', async () => {
    const ask = () => app.app.call('GET /api/courses/:slug', { params: { slug: 'no-such-course' } })
    await expect(ask()).rejects.toMatchObject({ code: 'not_found' })
    await save({ title: 'No such course' })
    expect((await ask()).title).toBe('No such course')
  })

  test('a course is cached under its slug alone, even if it is requested by its id or in capitals', async () => {
    const slug = 'bridal-bouquets'
    const ask = (name: string) => app.app.call('GET /api/courses/:slug', { params: { slug: name } })
    const kept = await ask(slug)
    expect(await ask(slug)).toBe(kept)
    for (const name of [kept.id, 'Bridal-Bouquets', 'BRIDAL-BOUQUETS']) {
      const answer = await ask(name)
      expect(answer).toEqual(kept)
      expect(await ask(name)).not.toBe(answer)
    }
  })
})
