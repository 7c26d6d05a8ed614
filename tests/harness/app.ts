import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { type App, createApp } from '../../server/app.ts'
import { type Config, readConfig } from '../../server/config.ts'
import { migrate } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { type Database, type DatabaseEnvironment, openDatabase } from '../../server/db/open.ts'
import type { Tx } from '../../server/db/schema.ts'
import { insertDemonstrationSettings } from '../../server/db/seed/seed.ts'
import { writeSetting } from '../../server/db/settings.ts'
import { createDeps } from '../../server/deps.ts'
import type { Deps } from '../../server/domains/deps.ts'
import type { ConnectionTimes } from '../../server/http/connections.ts'
import type { AnswerWatch } from '../../server/http/metrics.ts'
import type { SiteBuild } from '../../server/http/rendering.ts'
import type { Logger } from '../../server/platform/logger.ts'
import { fixedClock } from './fixed-clock.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

export type Engine = 'sqlite' | 'postgres'

let postgres: Promise<TestPostgres | null> | null = null
let postgresTemplate: Promise<string> | null = null
let migrated: Promise<string> | null = null
let sqliteTemplate: Promise<Buffer> | null = null

/**
 * Lists the engines of this machine: always SQLite, and PostgreSQL if it is installed. The console says if PostgreSQL
 * is missing.
 */
export async function availableEngines(): Promise<Engine[]> {
  postgres ??= startPostgres()
  return (await postgres) === null ? ['sqlite'] : ['sqlite', 'postgres']
}

/** The time of a test's clock unless the test sets another time: Monday noon at the school. */
export const testNow = '2026-03-02T06:30:00.000Z'

/**
 * Opens a migrated database, which is a copy of a database that was migrated once. If the folder already has a
 * database, opens that database. SQLite does not wait for the disk here, so tests of durability do not use this
 * function.
 */
export async function freshDatabase(
  engine: Engine,
  folder: string,
): Promise<{ db: Database; where: { file: string } | { url: string } }> {
  if (engine === 'sqlite') {
    const where = { file: path.join(folder, 'malar.db') }
    if (!existsSync(where.file)) writeFileSync(where.file, await migratedSqlite())
    const db = await openDatabase(where)
    await sql`pragma synchronous = off`.execute(db.write)
    return { db, where }
  }
  const server = await postgresHere()
  const where = { url: await copyOfTemplate(server) }
  await dropOldest(server, where.url)
  return { db: await openDatabase(where), where }
}

/** Returns the bytes of a migrated SQLite file. */
export function migratedSqlite(): Promise<Buffer> {
  sqliteTemplate ??= migratedFile()
  return sqliteTemplate
}

/** Returns the url of a migrated, empty PostgreSQL database, in which tests only check statements. */
export async function migratedPostgres(): Promise<string> {
  migrated ??= postgresHere().then(copyOfTemplate)
  return migrated
}

async function copyOfTemplate(server: TestPostgres): Promise<string> {
  postgresTemplate ??= migratedOn(server)
  return server.createDatabase({ template: await postgresTemplate })
}

const databasesKept = 30
const databases: string[] = []

/** Drops the oldest database if nobody is connected to it, because many databases would fill the disk or the memory. */
async function dropOldest(server: TestPostgres, newest: string): Promise<void> {
  databases.push(newest)
  if (databases.length <= databasesKept) return
  const oldest = databases.shift() as string
  const name = new URL(oldest).pathname.slice(1)
  const users = await server.query(`select 1 from pg_stat_activity where datname = '${name}'`)
  if (users.length > 0) databases.push(oldest)
  else await server.query(`drop database ${name}`)
}

/** Opens a database without any table. `D` is the type of a database for which a test makes its own tables. */
export async function emptyDatabase<D = Database>(
  engine: Engine,
  folder: string,
  environment?: DatabaseEnvironment,
): Promise<{ db: D; where: { file: string } | { url: string } }> {
  const where =
    engine === 'sqlite'
      ? { file: path.join(folder, 'malar.db') }
      : { url: await (await postgresHere()).createDatabase() }
  return { db: (await openDatabase(where, environment)) as D, where }
}

async function postgresHere(): Promise<TestPostgres> {
  postgres ??= startPostgres()
  const server = await postgres
  if (server === null) throw new Error('PostgreSQL is not on this machine')
  return server
}

async function migratedAt(where: { url: string }): Promise<{ db: Database; where: { url: string } }> {
  const db = await openDatabase(where)
  await migrate(db, migrations)
  return { db, where }
}

async function migratedFile(): Promise<Buffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'malar-template-'))
  const file = path.join(folder, 'malar.db')
  const db = await openDatabase({ file })
  await migrate(db, migrations)
  await db.close()
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true })
  return bytes
}

async function migratedOn(server: TestPostgres): Promise<string> {
  const { db, where } = await migratedAt({ url: await server.createDatabase() })
  await db.close()
  return where.url
}

/** Deletes the rows of these tables, in this order. `topic` makes cached answers about these rows stale. */
export async function emptyTables(
  { db }: TestApp,
  tables: readonly Parameters<Tx['deleteFrom']>[0][],
  topic?: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const table of tables) await tx.deleteFrom(table as 'registration').execute()
    if (topic !== undefined) await db.changes.mark(tx, topic)
  })
}

export interface Answer {
  status: number
  headers: Headers
  // Tests read the body without a type, because the contract has checked its shape.
  body: any
  text: string
}

export interface CallOptions {
  body?: unknown
  token?: string | null
  headers?: Record<string, string>
}

export interface TestApp {
  /** The server's address for `fetch`. A test reads each answer to its end, because `stop` waits for the reader. */
  url: string
  app: App
  deps: Deps & { clock: ReturnType<typeof fixedClock> }
  db: Database
  where: { file: string } | { url: string }
  folder: string
  ownersNeedSecondFactor: boolean
  /** Sends one HTTP request to the running server, with the body as JSON. */
  http(method: string, path: string, options?: CallOptions): Promise<Answer>
  stop(): Promise<void>
}

export interface TestAppOptions {
  engine?: Engine
  /** Environment variables that are added to the defaults for tests. */
  env?: Record<string, string>
  now?: string
  build?: SiteBuild | null
  /** A data folder that is copied for this server: a filled database and its uploads. */
  copyOf?: string
  /** The time limits of connections, for tests that wait until a limit is over. */
  connectionTimes?: Partial<ConnectionTimes>
  /** Connects to mail servers, for tests whose mail server has a port or certificate of its own. */
  connectMail?: Deps['connectMail']
  /** The server's log, for tests that read it. */
  log?: Logger
  /** Finds the problem of the disk that this server reports. */
  findDiskProblem?: () => Promise<string | null>
  /** Counts each answer, in place of the metrics. */
  watch?: AnswerWatch
  /** Another server whose database this server shares, as a second process of one school does. */
  sharing?: TestApp
  /** An empty PostgreSQL database in another cluster than the cluster of the test run. */
  databaseUrl?: string
  /**
   * The database has no settings of the demonstration and no mail server, like the database of a new school. If `env`
   * sets `DEMO=1`, the settings are missing until the test seeds the demonstration.
   */
  isOwnSchool?: true
  /**
   * Owners need two-factor sign-in, as in a real school. Without this option, `signedIn` switches the need off before
   * an owner signs in.
   */
  ownersNeedSecondFactor?: true
}

const mailServer = JSON.stringify({
  host: 'localhost',
  port: 587,
  tls: 'none',
  user: '',
  email: 'post@malar.example',
  sealed: null,
  version: 0,
})

/** Starts a whole server on a free loopback port, on a fresh database, with a clock that the test moves. */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const folder = options.sharing?.folder ?? mkdtempSync(path.join(tmpdir(), 'malar-test-'))
  if (options.copyOf !== undefined) cpSync(options.copyOf, folder, { recursive: true })
  const config: Config = readConfig({
    DATA_DIR: folder,
    AUTH_SECRET: 'a secret for tests, and for nothing else at all',
    DEMO: '0',
    PAYMENT_PROVIDER: 'simulator',
    ALLOW_SIMULATED_PAYMENTS: '1',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '1000000',
    ...options.env,
  })
  const { db, where } = options.sharing
    ? { db: await openDatabase(options.sharing.where), where: options.sharing.where }
    : options.databaseUrl
      ? await migratedAt({ url: options.databaseUrl })
      : await freshDatabase(options.engine ?? 'sqlite', folder)
  const clock = options.sharing?.deps.clock ?? fixedClock(options.now ?? testNow)
  if (!options.isOwnSchool && !config.fillsDemo && !options.sharing)
    await db.transaction(async (tx) => {
      await insertDemonstrationSettings(tx, clock)
      // Tests that set `connectMail` begin without a stored mail server.
      if (!options.connectMail) await writeSetting(tx, 'mail-server', mailServer, clock.now())
    })
  const { connectMail, log } = options
  const deps = createDeps(config, db, {
    clock,
    ...(connectMail && { connectMail }),
    ...(log && { log }),
  })
  const app = await createApp(deps, {
    build: options.build ?? null,
    checkResponses: true,
    watch: options.watch ?? null,
    ...(options.connectionTimes ? { connectionTimes: options.connectionTimes } : {}),
    ...(options.findDiskProblem ? { findDiskProblem: options.findDiskProblem } : {}),
  })
  await db.changes.start()
  const url = (await app.http.listen({ port: 0, host: '127.0.0.1' })).replace(/\/$/, '')
  return {
    url,
    app,
    deps,
    db,
    where,
    folder,
    ownersNeedSecondFactor:
      options.ownersNeedSecondFactor ?? options.sharing?.ownersNeedSecondFactor ?? false,
    http: (method, at, call) => request(url + at, method, call),
    async stop() {
      await app.http.close()
      await db.close()
      if (!options.sharing) rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function request(url: string, method: string, call: CallOptions = {}): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.token ? { authorization: `Bearer ${call.token}` } : {}),
      ...call.headers,
    },
    ...(call.body === undefined
      ? {}
      : { body: typeof call.body === 'string' ? call.body : JSON.stringify(call.body) }),
  })
  const text = await response.text()
  let body: unknown = null
  try {
    body = JSON.parse(text)
  } catch {
    // The answer is not JSON; the test reads `text`.
  }
  return { status: response.status, headers: response.headers, body, text }
}
