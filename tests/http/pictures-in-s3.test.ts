import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../server/config.ts'
import { migrate } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { openDatabase } from '../../server/db/open.ts'
import { createDeps } from '../../server/deps.ts'
import { refuseWrongPictureStore } from '../../server/picture-store.ts'
import { availableEngines, startApp, type TestApp } from '../harness/app.ts'
import { signedIn } from '../harness/callers.ts'
import { startPostgres } from '../harness/postgres.ts'
import { runScript } from '../harness/run-script.ts'
import { startS3Peer } from '../harness/s3-peer.ts'

const mb = 1024 * 1024
const hourMs = 60 * 60_000
const authSecret = 'a secret for tests, and for nothing else at all'

const bytesOf = (color: string) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: color } })
    .png()
    .toBuffer()

const emptyDatabaseUrl = async () => (await startPostgres())?.createDatabase() ?? ''
const never = () => false

const isHere = (await availableEngines()).includes('postgres')
if (!isHere) test('the tests of pictures in S3 did NOT run, because this machine has no PostgreSQL', () => {})
else
  describe('pictures in S3', async () => {
    const peer = await startS3Peer()
    let app: TestApp
    let other: TestApp
    let token: string
    let count = 0
    beforeAll(async () => {
      const databaseUrl = await emptyDatabaseUrl()
      const env = { DATABASE_URL: databaseUrl, ...peer.env }
      app = await startApp({ databaseUrl, env })
      other = await startApp({ databaseUrl, env })
      token = (await signedIn(app, 'staff')).token
    })
    afterAll(async () => {
      await other?.stop()
      await app?.stop()
      await peer.stop()
    })
    afterEach(() => peer.behave(() => 'answers'))

    /** A color that no test has used. */
    const color = () => `#${(++count).toString(16).padStart(2, '0')}8844`
    const send = async (background: string) => {
      const profile_image = (await bytesOf(background)).toString('base64')
      const body = { name: 'Devi', email: `devi${background.slice(1)}@malar.example`, profile_image }
      return app.http('POST', '/api/admin/instructors', { token, body })
    }
    const upload = async (background = color()): Promise<string> => {
      const answer = await send(background)
      expect(answer.status).toBe(201)
      return `/uploads/${answer.body.data.profile_image}`
    }
    const baseOf = (address: string) => path.basename(address).slice(0, 32)
    const bytesAt = async (server: TestApp, address: string) => {
      const response = await fetch(server.url + address)
      const bytes = Buffer.from(await response.arrayBuffer()).toString('hex')
      return { status: response.status, bytes, cache: response.headers.get('cache-control') }
    }
    const filesOf = (base?: string) =>
      app.db.read
        .selectFrom('picture_file')
        .selectAll()
        .$if(base !== undefined, (query) => query.where('base', '=', base ?? ''))
        .execute()
    const leftovers = (base = '') =>
      app.db.read
        .selectFrom('picture_leftover')
        .select('object')
        .where('object', 'like', `%${base}%`)
        .execute()
    const objectsOf = (base: string) => [...peer.objects.keys()].filter((key) => key.includes(base))
    /** Moves the clocks of both servers on by two hours. */
    const pass = () => {
      for (const server of [app, other]) server.deps.clock.advance(2 * hourMs)
    }
    const tidy = (server = app) => server.deps.pictures.tidy(1_000 * mb, Date.now())
    const countsOf = async () => ({
      instructors: (await app.db.read.selectFrom('instructor').select('id').execute()).length,
      pictures: (await app.db.read.selectFrom('picture').select('base').execute()).length,
      files: (await filesOf()).length,
    })

    describe('the upload of a picture to S3', () => {
      test.each([
        ['refuses every call', 403],
        ['answers 500', 500],
        ['cuts the connection', 'cuts'],
      ] as const)(
        'an upload while S3 %s is refused with a sentence, and leaves no row',
        async (_, conduct) => {
          const before = await countsOf()
          peer.behave(() => conduct)
          const answer = await send(color())
          expect(answer.status).toBe(503)
          expect(answer.body).toMatchObject({
            code: 'unavailable',
            message: expect.stringContaining('Try again'),
          })
          expect(answer.headers.get('retry-after')).not.toBeNull()
          expect(await countsOf()).toEqual(before)
        },
      )

      test('a picture that got into S3 only in part has no row, and its objects are deleted later', async () => {
        const before = await countsOf()
        const held = peer.objects.size
        let puts = 0
        peer.behave((method) => (method === 'PUT' && ++puts > 3 ? 500 : 'answers'))
        expect((await send(color())).status).toBe(503)
        peer.behave(() => 'answers')
        expect(await countsOf()).toEqual(before)
        expect(peer.objects.size).toBe(held + 3)
        await tidy()
        expect(peer.objects.size).toBe(held + 3)
        pass()
        await tidy()
        expect(peer.objects.size).toBe(held)
        expect(await leftovers()).toEqual([])
      })

      test('a picture is stored only in S3, and a server with an empty disk serves it immediately', async () => {
        const address = await upload()
        const rows = await filesOf(baseOf(address))
        expect(rows).toHaveLength(6)
        for (const { name, bytes, object } of rows) {
          expect(bytes).toBeNull()
          expect(object).toMatch(/^[0-9a-f]{32}\//)
          expect(peer.objects.has(object ?? ''), name).toBe(true)
        }
        expect(await leftovers(baseOf(address))).toEqual([])
        const own = await bytesAt(app, address)
        expect(own).toMatchObject({ status: 200, cache: 'public, max-age=31536000, immutable' })
        const answers = await Promise.all(Array.from({ length: 20 }, () => bytesAt(other, address)))
        for (const answer of answers) expect(answer).toEqual(own)
        // The picture is now on the disk of `other`, so `other` does not ask S3.
        peer.requests.length = 0
        expect(await bytesAt(other, address)).toEqual(own)
        expect(peer.requests).toEqual([])
      })

      test('a picture that is uploaded many times simultaneously through two servers is stored once', async () => {
        const same = await bytesOf(color())
        const stores = Array.from({ length: 8 }, (_, at) =>
          (at % 2 ? app : other).deps.pictures.store(same, { bytesMax: mb }),
        )
        const [stored, ...more] = await Promise.all(stores)
        expect(new Set([stored, ...more].map((one) => one?.base)).size).toBe(1)
        const rows = await filesOf(stored?.base)
        expect(rows).toHaveLength(6)
        for (const { object } of rows) expect(peer.objects.has(object ?? '')).toBe(true)
        pass()
        await tidy()
        // Each upload had objects of its own. Only the objects of the last upload are left.
        expect(objectsOf(stored?.base ?? '')).toHaveLength(6)
      })
    })

    describe('a request for a picture in S3', () => {
      test('while S3 is unreachable a picture is served from the server’s disk, or answers 503 if it is not there', async () => {
        const address = await upload()
        peer.behave(() => 500)
        expect(await bytesAt(app, address)).toMatchObject({ status: 200 })
        const answer = await bytesAt(other, address)
        expect(answer.status).toBe(503)
        expect(answer.cache ?? '').not.toContain('max-age=3')
        expect((await bytesAt(other, `/uploads/${'c'.repeat(32)}-320.jpg`)).status).toBe(404)
        peer.behave(() => 'answers')
        expect(await bytesAt(other, address)).toEqual(await bytesAt(app, address))
      })

      test('a picture that S3 has lost answers 503, and is served again after it is uploaded again', async () => {
        const background = color()
        const address = await upload(background)
        for (const key of objectsOf(baseOf(address))) peer.objects.delete(key)
        expect((await bytesAt(other, address)).status).toBe(503)
        await app.deps.pictures.store(await bytesOf(background), { bytesMax: mb })
        expect((await bytesAt(other, address)).status).toBe(200)
      })

      test('a picture that S3 sends only in part answers 503', async () => {
        const address = await upload()
        peer.behave((method) => (method === 'GET' ? 'cuts' : 'answers'))
        expect((await bytesAt(other, address)).status).toBe(503)
        peer.behave(() => 'answers')
        expect(await bytesAt(other, address)).toEqual(await bytesAt(app, address))
      })
    })

    describe('the removal of a picture from S3', () => {
      const forget = async () => true

      test('a private picture can be published on another server, and a removed picture is deleted from S3 immediately', async () => {
        const picture = await app.deps.pictures.store(await bytesOf(color()), {
          bytesMax: mb,
          isPrivate: true,
        })
        await other.deps.pictures.publish(picture.base)
        const address = `/uploads/${picture.base}-${picture.width}.webp`
        expect((await bytesAt(app, address)).status).toBe(200)
        const held = objectsOf(picture.base).length
        expect(held).toBeGreaterThan(0)
        await app.deps.pictures.discard(picture)
        expect(objectsOf(picture.base).length).toBeLessThan(held)
        expect(await other.deps.pictures.remove(picture.base, { forget })).toBe(true)
        expect(objectsOf(picture.base)).toEqual([])
        expect(await leftovers(picture.base)).toEqual([])
      })

      test('a picture that is removed while S3 is unreachable answers 404, and is deleted from S3 later', async () => {
        const { base, width } = await app.deps.pictures.store(await bytesOf(color()), { bytesMax: mb })
        peer.behave(() => 500)
        expect(await app.deps.pictures.remove(base, { forget })).toBe(true)
        expect((await bytesAt(other, `/uploads/${base}-${width}.jpg`)).status).toBe(404)
        expect(objectsOf(base)).toHaveLength(6)
        peer.behave(() => 'answers')
        await tidy(other)
        expect(objectsOf(base)).toEqual([])
      })

      test('a picture that is removed and uploaded again at the same time is kept', async () => {
        const bytes = await bytesOf(color())
        const { base, width } = await app.deps.pictures.store(bytes, { bytesMax: mb })
        for (let at = 0; at < 5; at++) {
          await Promise.all([
            app.deps.pictures.remove(base, { forget }),
            other.deps.pictures.store(bytes, { bytesMax: mb }),
          ])
          const rows = await filesOf(base)
          expect([0, 6]).toContain(rows.length)
          for (const { object } of rows) expect(peer.objects.has(object ?? '')).toBe(true)
        }
        await other.deps.pictures.store(bytes, { bytesMax: mb })
        pass()
        await tidy()
        expect((await bytesAt(app, `/uploads/${base}-${width}.jpg`)).status).toBe(200)
        expect(objectsOf(base)).toHaveLength(6)
      })
    })

    describe('pictures that are still in the database', () => {
      let before: TestApp
      beforeAll(async () => {
        before = await startApp({ databaseUrl: 'url' in app.where ? app.where.url : '' })
      })
      afterAll(() => before?.stop())

      test('the server moves pictures from the database into S3, and serves them during the move', async () => {
        const { base, width } = await before.deps.pictures.store(await bytesOf(color()), { bytesMax: mb })
        await app.db.transaction((tx) =>
          tx
            .insertInto('picture')
            .values({
              base,
              width,
              height: 300,
              widths: `[${width}]`,
              color: '#000',
              created_at: '',
              private_since: null,
            })
            .execute(),
        )
        const address = `/uploads/${base}-${width}.jpg`
        const own = await bytesAt(before, address)
        expect(await bytesAt(app, address)).toEqual(own)
        peer.behave((method) => (method === 'PUT' ? 500 : 'answers'))
        await expect(tidy()).rejects.toThrow('500')
        expect((await filesOf(base)).filter(({ bytes }) => bytes !== null)).toHaveLength(6)
        peer.behave(() => 'answers')
        await Promise.all([tidy(), tidy(other)])
        const rows = await filesOf(base)
        expect(rows).toHaveLength(6)
        for (const { bytes, object } of rows) {
          expect(bytes).toBeNull()
          expect(peer.objects.has(object ?? '')).toBe(true)
        }
        expect(await bytesAt(other, address)).toEqual(own)
        pass()
        await tidy()
        expect(objectsOf(base)).toHaveLength(6)
      })

      test('without the settings of S3 a running server answers 503 for a picture in S3, and no server starts', async () => {
        const address = await upload()
        expect((await bytesAt(before, address)).status).toBe(503)
        await expect(refuseWrongPictureStore(before.deps)).rejects.toThrow(
          'This school’s pictures are in S3. Set PICTURE_STORE to s3',
        )
      })
    })

    describe('the start of a server with S3', () => {
      const start = (changed: Record<string, string>) => {
        const env = { DATA_DIR: app.folder, AUTH_SECRET: authSecret, LOG_LEVEL: 'silent', ...changed }
        const config = readConfig({ DATABASE_URL: app.deps.config.databaseUrl ?? '', ...peer.env, ...env })
        return refuseWrongPictureStore({ ...app.deps, config })
      }

      test.each([
        [{ S3_SECRET_ACCESS_KEY: 'a-wrong-secret' }, '403 SignatureDoesNotMatch'],
        [{ S3_ACCESS_KEY_ID: 'SOMEBODY' }, '403 InvalidAccessKeyId'],
        [{ S3_BUCKET: 'no-such-bucket' }, '404 NoSuchBucket'],
      ])(
        'a start with the wrong setting %j is refused in one sentence, without the secret',
        async (changed, words) => {
          const error = await start(changed).catch((thrown: unknown) => thrown)
          expect(error).toBeInstanceOf(ConfigError)
          const { message } = error as Error
          expect(message).toBe(
            `S3 answered ${words} to PUT malar-check. Check S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
          )
          expect(message).not.toMatch(/a-wrong-secret|SOMEBODY/)
        },
      )

      test('a server with S3 starts both while S3 works and while S3 is unreachable', async () => {
        peer.behave(() => 500)
        await start({})
        await start({ S3_ENDPOINT: 'http://127.0.0.1:1' })
        peer.behave(() => 'answers')
        await start({})
      })
    })

    describe('a backup of pictures in S3', () => {
      let folder: string
      beforeEach(() => {
        folder = mkdtempSync(path.join(tmpdir(), 'malar-s3-'))
      })
      afterEach(() => rmSync(folder, { recursive: true, force: true }))
      /** A machine with an empty disk, on the database `databaseUrl` or on an empty database. */
      const machine = async (databaseUrl?: string): Promise<Record<string, string>> => ({
        DATA_DIR: mkdtempSync(path.join(folder, 'machine-')),
        DATABASE_URL: databaseUrl ?? (await emptyDatabaseUrl()),
        AUTH_SECRET: authSecret,
      })
      const here = () => machine(app.deps.config.databaseUrl ?? '')
      const readOn = async (env: Record<string, string>, base: string) => {
        const full = {
          LOG_LEVEL: 'silent',
          DEMO: '0',
          ...env,
          DATA_DIR: mkdtempSync(path.join(folder, 'reads-')),
        }
        const db = await openDatabase({ url: env['DATABASE_URL'] ?? '' })
        try {
          return await createDeps(readConfig(full), db).pictures.read(base)
        } finally {
          await db.close()
        }
      }

      test('a backup says that it is incomplete if S3 is unreachable, has lost a picture or is not configured', async () => {
        const base = baseOf(await upload())
        peer.behave(() => 500)
        expect(
          await runScript('backup', [path.join(folder, 'a')], { ...(await here()), ...peer.env }),
        ).toMatchObject({
          code: 1,
          stdout: expect.stringContaining('The backup is in '),
          stderr: expect.stringMatching(
            /Pictures missing from the backup: .*S3 answered 500 .*Make another backup/,
          ),
        })
        peer.behave(() => 'answers')
        expect(await runScript('backup', [path.join(folder, 'b')], await here())).toMatchObject({
          code: 1,
          stderr: expect.stringContaining('They are in S3. Set PICTURE_STORE'),
        })
        const [lost = ''] = objectsOf(base)
        const bytes = peer.objects.get(lost) as Buffer
        peer.objects.delete(lost)
        expect(
          await runScript('backup', [path.join(folder, 'c')], { ...(await here()), ...peer.env }),
        ).toMatchObject({
          code: 1,
          stderr: expect.stringContaining(
            `Pictures missing from the backup: 1, for example ${path.basename(lost)}`,
          ),
        })
        peer.objects.set(lost, bytes)
      }, 60_000)

      describe('a complete backup of pictures in S3', () => {
        let all: string
        let backup: string
        let base: string
        let before: Buffer | null
        beforeAll(async () => {
          all = mkdtempSync(path.join(tmpdir(), 'malar-s3-'))
          backup = path.join(all, 'backup')
          base = baseOf(await upload())
          before = await app.deps.pictures.read(base)
          const env = {
            DATA_DIR: mkdtempSync(path.join(all, 'machine-')),
            DATABASE_URL: app.deps.config.databaseUrl ?? '',
            AUTH_SECRET: authSecret,
          }
          expect(await runScript('backup', [backup], { ...env, ...peer.env })).toMatchObject({ code: 0 })
        }, 60_000)
        afterAll(() => rmSync(all, { recursive: true, force: true }))

        test('a restore uploads all pictures to S3, and says so if S3 refuses them', async () => {
          const held = objectsOf(base)
          const target = { ...(await machine()), ...peer.env }
          peer.behave(() => 500)
          expect(await runScript('restore', [backup], target)).toMatchObject({
            code: 1,
            stderr: expect.stringContaining('S3 didn’t accept all pictures'),
          })
          peer.behave(() => 'answers')
          expect(await runScript('restore', [backup, '--force'], target)).toMatchObject({ code: 0 })
          expect(await readOn(target, base)).toEqual(before)
          // The original school keeps its own objects in S3.
          expect(objectsOf(base)).toEqual(expect.arrayContaining(held))
          expect(objectsOf(base).length).toBe(held.length * 2)
        }, 120_000)

        test('a school can be moved if its pictures were restored into the database, and not if they are in S3', async () => {
          const folderOfMove = path.join(folder, 'back')
          const inS3 = { ...(await machine()), ...peer.env }
          const db = await openDatabase({ url: inS3['DATABASE_URL'] ?? '' })
          await migrate(db, migrations)
          const file = { name: 'a-320.jpg', base: 'a', bytes: null, object: 'x/a-320.jpg', stored_at: '' }
          await db.write.insertInto('picture_file').values(file).execute()
          await db.close()
          expect(await runScript('move', [folderOfMove], inS3)).toMatchObject({
            code: 1,
            stderr: expect.stringMatching(
              /this command can’t move them from there\. .* restore it with PICTURE_STORE unset/,
            ),
          })
          const target = await machine()
          expect(await runScript('restore', [backup], target)).toMatchObject({ code: 0 })
          expect(await readOn(target, base)).toEqual(before)
          expect(await runScript('move', [folderOfMove], target)).toMatchObject({ code: 0, stderr: '' })
          expect(readdirSync(path.join(folderOfMove, 'uploads')).some((name) => name.startsWith(base))).toBe(
            true,
          )
        }, 120_000)
      })
    })

    test('the tidying deletes each object in S3 that no row needs', async () => {
      pass()
      await app.deps.pictures.tidy(1_000 * mb, Date.now(), never)
      expect(await leftovers()).toEqual([])
    })
  })
