import sharp from 'sharp'
import { expect, test } from 'vitest'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addCourse } from '../../../../tests/harness/seats.ts'

onEachEngine('the focus point of a picture', {}, (app) => {
  let made = 0
  /** Each picture is red at its left edge and blue elsewhere, so the colours tell which part a crop shows. */
  async function edged(): Promise<string> {
    const edge = await sharp({ create: { width: 200, height: 400, channels: 3, background: '#d00000' } })
      .png()
      .toBuffer()
    const bytes = await sharp({
      create: { width: 1200, height: 400, channels: 3, background: { r: 0, g: ++made, b: 208 } },
    })
      .composite([{ input: edge, left: 0, top: 0 }])
      .png()
      .toBuffer()
    return bytes.toString('base64')
  }

  async function classWithPicture() {
    const { token } = await signedIn(app, 'staff')
    const { id, slug } = await addCourse(app)
    const body = { image: await edged() }
    expect((await app.http('PUT', `/api/admin/AdminClasses/${id}`, { token, body })).status).toBe(200)
    const shown = async () => (await app.http('GET', `/api/courses/${slug}`)).body.picture
    const base: string = (await shown()).base.slice('/uploads/'.length)
    const put = (body: object, as: string | null = token) =>
      app.http('PUT', `/api/admin/pictures/${base}/focus`, { token: as, body })
    return { slug, shown, base, put, token }
  }

  test('visitors, and staff who may not change the site, cannot set a focus point', async () => {
    const { put, shown } = await classWithPicture()
    const { token } = await signedIn(app, 'florist')
    const body = { focus: { x: 0, y: 0 }, before: null }
    expect((await put(body, null)).status).toBe(401)
    expect((await put(body, token)).status).toBe(403)
    expect((await shown()).focus).toBeUndefined()
  })

  test.each([[{ x: 101, y: 0 }], [{ x: -1, y: 0 }], [{ x: 0.5, y: 0 }], [{ x: 1 }], ['left'], [undefined]])(
    'the point %j is refused',
    async (focus) => {
      const { put, shown } = await classWithPicture()
      expect((await put({ focus, before: null })).status).toBe(400)
      expect((await shown()).focus).toBeUndefined()
    },
  )

  test('the focus point of an unknown picture, or of a visitor’s picture, answers 404', async () => {
    const { base, token } = await classWithPicture()
    const body = { focus: { x: 1, y: 1 }, before: null }
    const put = (name: string) => app.http('PUT', `/api/admin/pictures/${name}/focus`, { token, body })
    expect((await put('0'.repeat(32))).status).toBe(404)
    expect((await put('../secret')).status).toBe(404)
    await app.db.transaction(async (tx) => {
      const now = '2026-01-01T00:00:00.000Z'
      await tx.updateTable('picture').set({ private_since: now }).where('base', '=', base).execute()
    })
    expect((await put(base)).status).toBe(404)
  })

  test('pages and pictures for shared links show the focus point, and the middle after it is removed', async () => {
    const { slug, put, shown } = await classWithPicture()
    const redOf = async () => {
      const answer = await fetch(`${app.url}/share/classes/${slug}.jpg`)
      const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
        .raw()
        .toBuffer({ resolveWithObject: true })
      // This pixel is inside the arch, near the arch's left edge.
      return data[(600 * info.width + 720) * info.channels]
    }
    const [left, right] = [
      { x: 0, y: 50 },
      { x: 100, y: 50 },
    ]
    expect((await put({ focus: left, before: null })).body.data).toEqual({ focus: left })
    expect((await shown()).focus).toEqual(left)
    expect(await redOf()).toBeGreaterThan(180)
    expect((await put({ focus: right, before: left })).status).toBe(200)
    expect(await redOf()).toBeLessThan(60)
    expect((await put({ focus: null, before: right })).body.data).toEqual({ focus: null })
    expect((await shown()).focus).toBeUndefined()
  })

  test('one of two people who set a focus point at the same moment is refused, and the audit log has the other', async () => {
    const { put, base } = await classWithPicture()
    const answers = await Promise.all([10, 20, 30].map((x) => put({ focus: { x, y: 9 }, before: null })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const rows = await app.db.read
      .selectFrom('audit_entry')
      .selectAll()
      .where('record_id', '=', base)
      .execute()
    expect(rows).toHaveLength(1)
  })
})
