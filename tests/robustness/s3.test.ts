import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { availableEngines } from '../harness/app.ts'
import { signedIn } from '../harness/callers.ts'
import { startSwift, type TestSwift } from '../harness/swift.ts'
import {
  makeSchool,
  type School,
  type ServerProcess,
  scratchFolder,
  startMain,
  startServer,
} from './server-process.ts'
import { isFull } from './size.ts'

// The quick run starts no Swift; `tests/http/pictures-in-s3.test.ts` checks the same with a bucket in memory.
const hasPostgres = (await availableEngines()).includes('postgres')
const swift = isFull && hasPostgres ? await startSwift() : null

if (swift === null) {
  const why = isFull
    ? 'did NOT run: there is no Swift or no PostgreSQL here'
    : 'runs with npm run robustness -- s3'
  test(why, () => {})
} else inThreeZones(swift)

interface Acknowledged {
  address: string
  bytes: string
}

function inThreeZones({ env, zones, stop }: TestSwift): void {
  describe('pictures in a Swift store of three zones', () => {
    const folder = scratchFolder()
    let school: School
    let server: ServerProcess
    let token: string
    /** Starts a process with an empty disk of its own. */
    const start = (more: Record<string, string> = {}) =>
      startServer({ ...school.env, ...env, DATA_DIR: mkdtempSync(path.join(folder, 'node-')), ...more })
    const end = async (one: ServerProcess | undefined) => {
      one?.kill('SIGKILL')
      await one?.exited
    }

    beforeAll(async () => {
      let account = { email: '', password: '' }
      school = await makeSchool('postgres', [], {
        fill: async (app) => {
          account = await signedIn(app, 'staff')
        },
      })
      server = await start()
      const answer = await fetch(`${server.url}/api/auth/signin`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: account.email, password: account.password }),
      })
      token = ((await answer.json()) as { sessionToken: string }).sessionToken
    }, 120_000)
    afterAll(async () => {
      await end(server)
      await stop()
      school?.remove()
    })

    let count = 0
    const send = async (to: ServerProcess) => {
      const background = { r: ++count % 256, g: count >> 8, b: 99 }
      const image = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
        .png()
        .toBuffer()
      const response = await fetch(`${to.url}/api/admin/instructors`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({
          name: 'Devi',
          email: `devi-${randomUUID()}@malar.example`,
          profile_image: image.toString('base64'),
        }),
      })
      const body = (await response.json()) as { data?: { profile_image: string } }
      return { status: response.status, address: `/uploads/${body.data?.profile_image}` }
    }
    const bytesAt = async (from: ServerProcess, address: string) => {
      const response = await fetch(from.url + address)
      return `${response.status} ${Buffer.from(await response.arrayBuffer()).toString('base64')}`
    }
    /**
     * Sends pictures one after another in four lanes until `until` returns true. Returns the acknowledged pictures, and
     * the statuses of the refusals.
     */
    async function load(to: ServerProcess, until: (acknowledged: number) => boolean) {
      const acknowledged: Acknowledged[] = []
      const refused: number[] = []
      const lane = async () => {
        while (!until(acknowledged.length)) {
          const { status, address } = await send(to)
          if (status === 201) acknowledged.push({ address, bytes: await bytesAt(to, address) })
          else refused.push(status)
        }
      }
      await Promise.all([lane(), lane(), lane(), lane()])
      return { acknowledged, refused }
    }
    async function expectAllThrough(other: ServerProcess, acknowledged: Acknowledged[]): Promise<void> {
      for (const { address, bytes } of acknowledged) {
        expect(bytes.slice(0, 4)).toBe('200 ')
        expect(await bytesAt(other, address)).toBe(bytes)
      }
    }
    const namesOf = async () => {
      const db = await school.open()
      try {
        const named = await db.read.selectFrom('instructor').select('picture_base').execute()
        const files = await db.read.selectFrom('picture_file').select(['base', 'name', 'object']).execute()
        return { instructors: named.length, bases: named.map((one) => one.picture_base), files }
      } finally {
        await db.close()
      }
    }

    test('the start refuses a wrong S3 secret, a wrong S3 key and an unknown bucket with one error message', async () => {
      for (const [changed, words] of [
        [{ S3_SECRET_ACCESS_KEY: 'not-the-secret' }, 'S3 answered 403 SignatureDoesNotMatch'],
        [{ S3_ACCESS_KEY_ID: 'test:nobody' }, 'S3 answered 403'],
        [{ S3_BUCKET: 'no-such-bucket' }, 'S3 answered 404 NoSuchBucket'],
      ] as const) {
        const child = startMain({
          ...school.env,
          ...env,
          DATA_DIR: mkdtempSync(path.join(folder, 'wrong-')),
          ...changed,
        })
        expect((await child.exited).code).toBe(1)
        expect(child.output.stderr).toContain(words)
        expect(child.output.stderr.trim().split('\n')).toHaveLength(1)
        expect(child.output.stdout + child.output.stderr).not.toContain('not-the-secret')
      }
    }, 120_000)

    test('pictures whose upload was acknowledged while a zone was killed are served by a server with an empty disk', async () => {
      const killed: Promise<void>[] = []
      let atKill = 0
      const { acknowledged, refused } = await load(server, (done) => {
        if (done >= 8 && killed.length === 0) {
          atKill = done
          killed.push((zones[0] as (typeof zones)[number]).kill())
        }
        return done >= 24
      })
      await Promise.all(killed)
      expect(acknowledged.length).toBeGreaterThan(atKill + 8)
      expect(refused).toEqual([])
      const other = await start()
      try {
        await expectAllThrough(other, acknowledged)
        const times = { fetched: [] as number[], cached: [] as number[] }
        for (const which of ['fetched', 'cached'] as const)
          for (const { address } of acknowledged) {
            const began = performance.now()
            // The webp file is a file that this server has not fetched yet.
            await bytesAt(other, address.replace(/jpg$/, 'webp'))
            times[which].push(performance.now() - began)
          }
        const median = (of: number[]) => (of.sort((a, b) => a - b)[of.length >> 1] ?? 0).toFixed(1)
        console.info(
          `A picture that this node lacks, one zone dead: ${median(times.fetched)} ms; one that it has: ${median(times.cached)} ms.`,
        )
      } finally {
        await end(other)
      }
    }, 300_000)

    test('with two of three storage zones dead an upload is refused and leaves no row', async () => {
      const before = await namesOf()
      await zones[1]?.kill()
      try {
        const answers = await Promise.all([send(server), send(server)])
        expect(answers.map(({ status }) => status)).toEqual([503, 503])
        expect(await namesOf()).toEqual(before)
        // The API and the pictures on the server's disk are still served.
        expect((await fetch(`${server.url}/api/courses`)).status).toBe(200)
      } finally {
        await Promise.all([zones[0]?.start(), zones[1]?.start()])
      }
      expect((await send(server)).status).toBe(201)
    }, 300_000)

    test('a server that is killed during uploads leaves no picture with a missing file', async () => {
      const doomed = await start()
      const sending = load(doomed, (done) => done >= 100).catch(() => null)
      const before = (await namesOf()).instructors
      await expect
        .poll(async () => (await namesOf()).instructors, { timeout: 60_000 })
        .toBeGreaterThan(before + 3)
      await end(doomed)
      await sending
      const { bases, files } = await namesOf()
      const ofBase = Map.groupBy(files, ({ base }) => base)
      for (const base of bases)
        expect(ofBase.get(base ?? '')?.length, String(base)).toBe(files.length / ofBase.size)
      const other = await start()
      try {
        for (const { name } of files)
          expect((await bytesAt(other, `/uploads/${name}`)).slice(0, 4)).toBe('200 ')
      } finally {
        await end(other)
      }
    }, 300_000)
  })
}
