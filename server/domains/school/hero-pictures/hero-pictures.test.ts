import sharp from 'sharp'
import { expect, test } from 'vitest'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'

const path = '/api/admin/hero-pictures'

onEachEngine(
  'the school’s own pictures of the home page',
  { isOwnSchool: true, freshForEachTest: true },
  (app) => {
    const picture = async (shade: number) =>
      (
        await sharp({
          create: { width: 40, height: 30, channels: 3, background: { r: shade, g: 90, b: 60 } },
        })
          .png()
          .toBuffer()
      ).toString('base64')

    async function desk() {
      const owner = await signedIn(app, 'owner')
      const call = (method: string, body?: object) =>
        app.http(method, path, { token: owner.token, ...(body && { body }) })
      const add = async (shade: number) => call('POST', { image: await picture(shade) })
      const ids = async (): Promise<string[]> =>
        (await call('GET')).body.data.pictures.map(({ id }: { id: string }) => id)
      const hero = async (): Promise<string[]> =>
        (await app.app.services.school.current()).pictures.hero.map(({ base }) => base)
      return { owner, call, add, ids, hero }
    }

    test('visitors and the front desk can neither see nor change them', async () => {
      const frontDesk = await signedIn(app, 'front-desk')
      for (const [token, status] of [
        [null, 401],
        [frontDesk.token, 403],
      ] as const) {
        expect((await app.http('GET', path, { token })).status).toBe(status)
        expect((await app.http('POST', path, { token, body: { image: await picture(1) } })).status).toBe(
          status,
        )
        expect((await app.http('PUT', path, { token, body: { pictures: [], before: [] } })).status).toBe(
          status,
        )
      }
    })

    test('a file that is no picture is refused, and so is a seventh picture', async () => {
      const { call, add, ids } = await desk()
      expect((await call('POST', { image: Buffer.from('words').toString('base64') })).status).toBe(415)
      for (const shade of [10, 20, 30, 40, 50, 60]) expect((await add(shade)).status).toBe(201)
      const refused = await add(70)
      expect([refused.status, refused.body.error]).toEqual([
        409,
        'The home page shows at most 6 pictures. Remove one first.',
      ])
      expect(await ids()).toHaveLength(6)
    })

    test('the home page shows them in their order, and the drawn ones again once all are removed', async () => {
      const { call, add, ids, hero } = await desk()
      for (const shade of [10, 20, 20]) await add(shade)
      const before = await ids()
      expect(before).toHaveLength(2)
      expect(await hero()).toEqual(before.map((id) => `/uploads/${id}`))
      const turned = before.toReversed()
      expect((await call('PUT', { pictures: turned, before })).status).toBe(200)
      expect(await ids()).toEqual(turned)
      expect((await call('PUT', { pictures: [], before: turned })).status).toBe(200)
      expect(await hero()).toEqual([])
      const entries = await app.db.read
        .selectFrom('audit_entry')
        .selectAll()
        .where('kind', '=', 'school-setting')
        .execute()
      expect(entries).toHaveLength(4)
    })

    test('of two tabs that arrange them, the slower one is refused, and a foreign picture is refused', async () => {
      const { call, add, ids } = await desk()
      for (const shade of [10, 20]) await add(shade)
      const before = await ids()
      const answers = await Promise.all([
        call('PUT', { pictures: before.slice(0, 1), before }),
        call('PUT', { pictures: before.slice(1), before }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const left = await ids()
      expect((await call('PUT', { pictures: [...left, 'elsewhere'], before: left })).status).toBe(409)
    })
  },
)
