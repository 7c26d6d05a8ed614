import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOfSearchIndex } from '../../server/db/search.ts'
import { markDatabase } from '../../server/platform/data-folder/database-mark.ts'
import { availableEngines } from '../harness/app.ts'
import { enrolmentBody } from '../harness/seats.ts'
import {
  makeSchool,
  type School,
  type ServerProcess,
  scratchFolder,
  startMain,
  startServer,
} from './server-process.ts'

/** Lists files and folders that other accounts of the machine can open. */
function openTo(dataDir: string): string[] {
  const names = ['.', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })]
  // A file may be gone already, because a running server writes and removes a file each second to check the disk.
  const modeOf = (name: string) => statSync(path.join(dataDir, name), { throwIfNoEntry: false })?.mode ?? 0
  return names.filter((name) => (modeOf(name) & 0o077) !== 0)
}

/** Gives all files the modes that a copy by another program could have. */
function openAll(dataDir: string): void {
  for (const name of ['.', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })]) {
    const file = path.join(dataDir, name)
    chmodSync(file, statSync(file).isDirectory() ? 0o777 : 0o666)
  }
}

async function refusalOf(env: Record<string, string>): Promise<string> {
  const child = startMain(env)
  expect((await child.exited).code, child.output.stdout).toBe(1)
  expect(child.output.stderr).toMatch(/^[^\n]+\.\n$/)
  return child.output.stderr.trim()
}

async function stop(server: ServerProcess): Promise<void> {
  // The server handles signals only after it has answered its first request.
  expect(await statusOf(server, '/healthz')).toBe(200)
  server.kill('SIGINT')
  expect(await server.exited).toEqual({ code: 0, signal: null })
}

const statusOf = async (server: ServerProcess, at: string) => (await fetch(server.url + at)).status

async function enrol(server: ServerProcess, school: School): Promise<number> {
  const response = await fetch(`${server.url}/api/enrollments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(enrolmentBody(school.courses[0]?.id as string)),
  })
  return response.status
}

test('only the server’s account can read the files that the first start writes', async () => {
  const folder = scratchFolder()
  try {
    const dataDir = path.join(folder, 'data')
    // The server refuses to start without ALLOW_SIMULATED_PAYMENTS, but only after it has made the tables.
    const server = startMain({ DATA_DIR: dataDir, DEMO: '0', PAYMENT_PROVIDER: 'simulator' })
    expect((await server.exited).code).toBe(1)
    expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['malar.db', 'uploads']))
    expect(openTo(dataDir)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

describe('one data folder for one server', () => {
  let school: School
  beforeAll(async () => {
    school = await makeSchool('sqlite', [{ capacity: null }])
  })
  afterAll(() => school.remove())

  test('a second server on a data folder is refused, and a killed server does not block the next start', async () => {
    writeFileSync(path.join(school.folder, 'secret'), 's'.repeat(40))
    mkdirSync(path.join(school.folder, 'outbox'))
    writeFileSync(path.join(school.folder, 'outbox', 'letter.eml'), 'a letter')
    writeFileSync(path.join(school.folder, 'uploads', 'abc-320.jpg'), 'a picture')
    openAll(school.folder)
    const first = await startServer(school.env)
    expect(openTo(school.folder)).toEqual([])

    expect(await refusalOf(school.env)).toBe(
      `DATA_DIR ${school.folder} is in use by another server. Stop that server, or set DATA_DIR to another folder.`,
    )
    expect(await enrol(first, school)).toBe(201)
    first.kill('SIGKILL')
    await first.exited
    await stop(await startServer(school.env))
  })
})

describe.each(await availableEngines())('a database that was emptied, on %s', (engine) => {
  let school: School
  beforeAll(async () => {
    school = await makeSchool(engine, [{ capacity: null }])
    markDatabase(school.folder, engine)
  })
  afterAll(() => school.remove())

  test('the start refuses a school’s database that was emptied, and does not fill it again', async () => {
    const db = await school.open()
    if (engine === 'postgres') {
      await sql`drop schema public cascade`.execute(db.write)
      await sql`create schema public`.execute(db.write)
    } else {
      await sql`pragma foreign_keys = off`.execute(db.write)
      for (const { name, isView } of await db.write.introspection.getTables()) {
        if (!isView && !isOfSearchIndex(name)) await sql`delete from ${sql.table(name)}`.execute(db.write)
      }
    }
    await db.close()
    const demonstration = { ...school.env, DEMO: '1' }
    expect(await refusalOf(demonstration)).toBe(
      engine === 'sqlite'
        ? `The server could not start. The database ${school.folder}/malar.db is now empty. Restore the newest backup with "npm run restore -- FOLDER --force", or set DATA_DIR to an empty folder to start over.`
        : `The server could not start. The database at DATABASE_URL is empty, but DATA_DIR ${school.folder} was used with a database that wasn’t. Set DATABASE_URL to that database, restore the newest backup with "npm run restore -- FOLDER --force", or set DATA_DIR to an empty folder to start over.`,
    )
  })
})

test('one of two servers that start simultaneously on a data folder serves, and the other is refused', async () => {
  const school = await makeSchool('sqlite', [])
  try {
    const both = [startMain(school.env), startMain(school.env)]
    const ended = await Promise.race(both.map(async (child) => (await child.exited) && child))
    expect(ended.output.stderr).toContain('is in use by another server')
    const other = both.find((child) => child !== ended)
    await other?.line(/Server listening/)
    other?.kill('SIGKILL')
    await other?.exited
  } finally {
    school.remove()
  }
})

describe('a damaged database file', () => {
  let school: School
  let file: string
  let kept: string
  beforeAll(async () => {
    school = await makeSchool('sqlite', [{ capacity: null }])
    file = path.join(school.folder, 'malar.db')
    kept = path.join(school.folder, 'kept')
    markDatabase(school.folder, 'sqlite')
    copyFileSync(file, kept)
  })
  afterAll(() => school.remove())

  test.each([
    ['empty', () => truncateSync(file, 0), 'is now empty. '],
    [
      'cut to a half',
      () => truncateSync(file, Math.floor(statSync(kept).size / 2)),
      'can’t be opened (database disk image is malformed). ',
    ],
    ['deleted', () => unlinkSync(file), 'is missing. '],
  ])(
    'the start refuses a database file that is %s, and does not fill it again',
    async (_, damage, reason) => {
      copyFileSync(kept, file)
      damage()
      const size = statSync(file, { throwIfNoEntry: false })?.size
      const said = await refusalOf({ ...school.env, DEMO: '1' })
      expect(said).toContain(reason)
      expect(said).toContain('Restore the newest backup with "npm run restore -- FOLDER --force"')
      expect(statSync(file, { throwIfNoEntry: false })?.size).toBe(size)
    },
  )
})

describe('a running server whose files are deleted', () => {
  let school: School
  let server: ServerProcess
  beforeAll(async () => {
    school = await makeSchool('sqlite', [{ capacity: null }])
  })
  afterAll(async () => {
    server?.kill('SIGKILL')
    await server?.exited
    school.remove()
  })
  const enrolled = async () => {
    const db = await school.open()
    try {
      return (await db.read.selectFrom('seat').select('id').execute()).length
    } finally {
      await db.close()
    }
  }

  test('after its write-ahead log is deleted a server refuses writes, and loses no acknowledged write when it is killed', async () => {
    server = await startServer(school.env)
    for (let count = 0; count < 5; count++) expect(await enrol(server, school)).toBe(201)
    unlinkSync(path.join(school.folder, 'malar.db-wal'))
    expect(await enrol(server, school)).toBe(503)
    await expect.poll(() => statusOf(server, '/readyz'), { timeout: 5_000 }).toBe(503)
    expect(await statusOf(server, '/healthz')).toBe(200)
    expect(await statusOf(server, '/api/courses')).toBe(200)
    await server.line(/there is a problem with the disk/)
    server.kill('SIGKILL')
    await server.exited
    server = await startServer(school.env)
    expect(await enrolled()).toBe(5)
    expect(await enrol(server, school)).toBe(201)
    await stop(server)
  })

  test('after its database is deleted a server refuses writes, and the next start says that the file is missing', async () => {
    server = await startServer(school.env)
    unlinkSync(path.join(school.folder, 'malar.db'))
    expect(await enrol(server, school)).toBe(503)
    await expect.poll(() => statusOf(server, '/readyz'), { timeout: 5_000 }).toBe(503)
    await stop(server)
    expect(await refusalOf(school.env)).toContain('malar.db is missing. ')
  })
})
