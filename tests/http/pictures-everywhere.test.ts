import { existsSync, readdirSync, utimesSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPrivatePictureLinks } from '../../server/platform/private-picture-links.ts'
import { authSecret } from '../../server/platform/secret.ts'
import { createSignedLinks } from '../../server/platform/signed-links.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { signedIn } from '../harness/callers.ts'
import { onEachEngine } from '../harness/on-each-engine.ts'

const mb = 1024 * 1024
const twoHoursMs = 2 * 60 * 60_000

const bytesOf = (color: string) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: color } })
    .png()
    .toBuffer()

const filesOf = ({ folder }: TestApp) =>
  readdirSync(path.join(folder, 'uploads')).filter((name) => !name.startsWith('.'))

/** Sets the times of the picture files to two hours before `now`. */
function grow(app: TestApp, now: number): void {
  filesOf(app).forEach((name, at) => {
    const then = (now - twoHoursMs) / 1000 + at
    utimesSync(path.join(app.folder, 'uploads', name), then, then)
  })
}

onEachEngine('the pictures of a school on several servers', (app, engine) => {
  let token: string
  beforeAll(async () => {
    token = (await signedIn(app, 'staff')).token
  })

  async function upload(color: string): Promise<string> {
    const profile_image = (await bytesOf(color)).toString('base64')
    const body = { name: `Devi ${color}`, email: `devi${color.slice(1)}@malar.example`, profile_image }
    const answer = await app.http('POST', '/api/admin/instructors', { token, body })
    expect(answer.status).toBe(201)
    return `/uploads/${answer.body.data.profile_image}`
  }
  const bytesAt = async (server: TestApp, address: string) => {
    const response = await fetch(server.url + address)
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()).toString('hex') }
  }
  const rows = () => app.db.read.selectFrom('picture_file').select('name').execute()

  if (engine === 'sqlite') {
    test('on SQLite a picture is stored only on the disk, and the tidying of pictures removes nothing', async () => {
      await upload('#102030')
      const files = filesOf(app)
      expect(files).toHaveLength(6)
      expect(await rows()).toEqual([])
      grow(app, Date.now())
      await app.deps.pictures.tidy(0, Date.now())
      expect(filesOf(app)).toEqual(files)
    })
    return
  }

  describe('two servers with separate disks', () => {
    let other: TestApp
    beforeAll(async () => {
      other = await startApp({ databaseUrl: 'url' in app.where ? app.where.url : '' })
    })
    afterAll(() => other.stop())

    test.each(['a'.repeat(32), '../secret', '.private/x-1.jpg'])(
      'the unknown picture %s is not found, and no file is written for it',
      async (base) => {
        const { status } = await bytesAt(other, `/uploads/${base}-320.jpg`)
        expect([400, 404]).toContain(status)
        expect(filesOf(other)).toEqual([])
      },
    )

    test('a picture that is uploaded to one server is served immediately by the other server, byte for byte', async () => {
      const address = await upload('#c86432')
      const own = await bytesAt(app, address)
      expect(own.status).toBe(200)
      const answers = await Promise.all(Array.from({ length: 20 }, () => bytesAt(other, address)))
      for (const answer of answers) expect(answer).toEqual(own)
      expect(filesOf(other)).toEqual([path.basename(address)])
      const { headers } = await other.http('GET', address)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    })

    test('both servers serve a private picture only at its signed address', async () => {
      const picture = await app.deps.pictures.store(await bytesOf('#224466'), {
        bytesMax: mb,
        isPrivate: true,
      })
      const links = createPrivatePictureLinks(createSignedLinks(authSecret(app.deps.config)), app.deps.clock)
      const file = `${picture.base}-${picture.width}.jpg`
      for (const address of [
        `/uploads/${file}`,
        `/uploads/.private/${file}`,
        `/uploads/private/1.${'a'.repeat(32)}/${file}`,
      ])
        expect((await bytesAt(other, address)).status).not.toBe(200)
      const signed = `${links.addressOf(picture.base)}-${picture.width}.jpg`
      const [own, others] = await Promise.all([bytesAt(app, signed), bytesAt(other, signed)])
      expect(own.status).toBe(200)
      expect(others).toEqual(own)
      expect(await other.deps.pictures.read(picture.base)).not.toBeNull()
      // A server discards the picture if it refuses the form that contains the picture.
      await app.deps.pictures.discard(picture)
      expect(await app.deps.pictures.read(picture.base)).toBeNull()
      expect((await rows()).filter(({ name }) => name.includes(picture.base))).toEqual([])
    })

    test('a private picture that staff publish on one server is public on the other server', async () => {
      const picture = await app.deps.pictures.store(await bytesOf('#884466'), {
        bytesMax: mb,
        isPrivate: true,
      })
      await other.deps.pictures.publish(picture.base)
      expect((await bytesAt(app, `/uploads/${picture.base}-${picture.width}.webp`)).status).toBe(200)
    })

    test('a picture that is only on the disk of one server is copied into the database with all its files', async () => {
      const address = await upload('#445566')
      const base = path.basename(address).slice(0, 32)
      await app.db.write.deleteFrom('picture_file').where('base', '=', base).execute()
      expect((await bytesAt(other, address)).status).toBe(404)
      await app.deps.pictures.tidy(100 * mb, Date.now())
      expect((await rows()).filter(({ name }) => name.startsWith(base))).toHaveLength(6)
      expect((await bytesAt(other, address)).status).toBe(200)
    })

    test('a picture that could not be copied into the database stays on its disk', async () => {
      const address = await upload('#556677')
      const base = path.basename(address).slice(0, 32)
      await app.db.write.deleteFrom('picture_file').where('base', '=', base).execute()
      grow(app, Date.now())
      const isStopping = () => true
      await app.deps.pictures.tidy(0, Date.now(), isStopping)
      expect((await bytesAt(app, address)).status).toBe(200)
    })

    test('a removed picture is also deleted from the other server’s disk, unless it was uploaded again', async () => {
      const { base, width } = await app.deps.pictures.store(await bytesOf('#667788'), { bytesMax: mb })
      const address = `/uploads/${base}-${width}.jpg`
      expect((await bytesAt(other, address)).status).toBe(200)
      const forget = async () => true
      app.deps.clock.advance(60_000)
      const untouchedSince = app.deps.clock.now()
      app.deps.clock.advance(1_000)
      await app.deps.pictures.store(await bytesOf('#667788'), { bytesMax: mb })
      expect(await app.deps.pictures.remove(base, { untouchedSince, forget })).toBe(false)
      expect(await app.deps.pictures.remove(base, { forget })).toBe(true)
      grow(other, Date.now())
      await other.deps.pictures.tidy(100 * mb, Date.now())
      expect((await bytesAt(other, address)).status).toBe(404)
    })

    test('a full picture cache on the disk drops pictures, and a dropped picture is fetched again when requested', async () => {
      const address = await upload('#778899')
      expect((await bytesAt(other, address)).status).toBe(200)
      grow(other, Date.now())
      await other.deps.pictures.tidy(0, Date.now())
      expect(filesOf(other)).toEqual([])
      expect((await bytesAt(other, address)).status).toBe(200)
      expect(existsSync(path.join(other.folder, address))).toBe(true)
    })
  })
})
