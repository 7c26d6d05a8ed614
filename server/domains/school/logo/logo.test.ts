import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { composeMail } from '../../../platform/mail.ts'
import { render } from '../../../platform/messages/letter.ts'
import { withLogo } from '../../../platform/messages/letter-logo.ts'

const address = '/api/admin/logo'

onEachEngine('the school’s own logo', { isOwnSchool: true, freshForEachTest: true }, (app) => {
  /** Draws a disc of the given colour on a transparent background. */
  const disc = async (color: string, { width = 60, height = 60 } = {}) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle cx="${width / 2}" cy="${height / 2}" r="${Math.min(width, height) / 3}" fill="${color}"/></svg>`
    return (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64')
  }

  async function desk() {
    const owner = await signedIn(app, 'owner')
    const call = (method: string, body?: object) =>
      app.http(method, address, { token: owner.token, ...(body && { body }) })
    const put = (image: string | null, before: string | null = null) => call('PUT', { image, before })
    const shown = async () => (await app.app.services.school.current()).pictures.logo
    const entries = () =>
      app.db.read.selectFrom('audit_entry').selectAll().where('kind', '=', 'school-setting').execute()
    return { call, put, shown, entries }
  }

  test('visitors and the front desk can neither see nor change the logo', async () => {
    const frontDesk = await signedIn(app, 'front-desk')
    const body = { image: await disc('#123'), before: null }
    for (const [token, status] of [
      [null, 401],
      [frontDesk.token, 403],
    ] as const) {
      expect((await app.http('GET', address, { token })).status).toBe(status)
      expect((await app.http('PUT', address, { token, body })).status).toBe(status)
    }
  })

  test.each([
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      415,
      /Choose a JPEG, PNG, WebP, AVIF or GIF picture/,
    ],
    ['a text', Buffer.from('flowers'), 415, /Choose a JPEG, PNG, WebP, AVIF or GIF picture/],
    ['a damaged picture', Buffer.from('\x89PNG\r\n\x1a\nno more', 'latin1'), 415, /\S/],
    ['a picture of six megabytes', Buffer.alloc(6 * 1024 * 1024, 7), 431, /smaller than 5 MB/],
  ])('%s is refused as a logo with a sentence, and nothing is stored', async (_, bytes, status, sentence) => {
    const { put, shown, entries } = await desk()
    const refused = await put(bytes.toString('base64'))
    expect([refused.status, refused.body.error]).toEqual([status, expect.stringMatching(sentence)])
    expect([await shown(), await entries()]).toEqual([null, []])
  })

  test('pages show a new logo at once, its removal restores the drawn logo, and the audit log has both changes', async () => {
    const { call, put, shown, entries } = await desk()
    expect((await call('GET')).body.data).toEqual({ logo: null })
    const { logo } = (await put(await disc('#7a2e4d'))).body.data
    expect((await call('GET')).body.data.logo).toEqual(logo)
    expect(await shown()).toMatchObject({ base: `/uploads/${logo.id}` })
    expect((await app.http('GET', `/uploads/${logo.id}-${logo.picture.widths[0]}.webp`)).status).toBe(200)
    expect((await put(null, logo.id)).body.data).toEqual({ logo: null })
    expect(await shown()).toBeNull()
    const changes = (await entries()).map(({ changes }) => JSON.parse(changes))
    expect(changes).toHaveLength(2)
    expect(JSON.stringify(changes)).toContain(logo.id)
  })

  test('the slower of two tabs that set the logo is refused, and sending the same logo again changes nothing', async () => {
    const { put, entries } = await desk()
    const mine = await disc('#7a2e4d')
    const answers = await Promise.all([put(mine), put(await disc('#185b37'))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const stored = answers.find(({ status }) => status === 200)?.body.data.logo.id
    const again = await put(stored === answers[0]?.body.data?.logo.id ? mine : await disc('#185b37'))
    expect([again.status, again.body.data.logo.id]).toEqual([200, stored])
    expect((await put(null, 'another')).status).toBe(409)
    expect(await entries()).toHaveLength(1)
  })

  test.each([
    ['a dark transparent logo gets a light ground', '#2e1a28', [255, 255, 255]],
    ['a white transparent logo gets a dark ground', '#ffffff', [38, 24, 34]],
  ])('%s', async (_, color, ground) => {
    const { put } = await desk()
    const { logo } = (await put(await disc(color))).body.data
    const file = path.join(app.deps.config.dataDir, 'uploads', `${logo.id}-${logo.picture.width}.webp`)
    const { data, info } = await sharp(await readFile(file))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(info.width).toBeGreaterThan(60)
    for (const [n, part] of ground.entries()) expect(Math.abs((data[n] ?? 0) - part)).toBeLessThan(6)
  })

  test('a logo without transparency keeps its own background', async () => {
    const { put } = await desk()
    const create = { width: 90, height: 30, channels: 3 as const, background: '#185b37' }
    const { logo } = (await put((await sharp({ create }).png().toBuffer()).toString('base64'))).body.data
    expect(logo.picture).toMatchObject({ width: 90, height: 30 })
  })

  test('e-mails show the logo in its own shape, and the drawn logo if the school has none', async () => {
    const { put } = await desk()
    const { school } = app.app.services
    const mailed = async () => {
      const sender = await school.sender()
      const { html } = render({ subject: 'Hello', paragraphs: ['Flowers'] }, sender)
      const mail = { id: 'one', from: { name: 'M', address: 'm@malar.example' }, to: 'a@mail.example' }
      const { attachments } = await composeMail({
        ...mail,
        subject: 'Hello',
        text: '',
        html,
        logo: sender.logo,
        at: new Date(0),
      })
      return { html, file: attachments[0]?.filename, preview: await withLogo(html, sender.logo) }
    }
    const before = await mailed()
    expect([before.file, before.html.includes('width="40" height="40"')]).toEqual(['logo.png', true])
    await put(await disc('#7a2e4d', { width: 400, height: 100 }))
    const after = await mailed()
    expect(after.file).toBe('logo.jpg')
    expect(after.html).toMatch(/width="1[0-9]{2}" height="4[0-9]"/)
    expect(after.preview).toContain('data:image/jpeg;base64,')
  })
})
