import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import {
  availableEngines,
  type Engine,
  migratedPostgres,
  migratedSqlite,
  startApp,
  type TestApp,
  type TestAppOptions,
} from './app.ts'
import { type Role, type SignedIn, signedIn } from './callers.ts'
import { noteStatements } from './postgres-reads.ts'

interface Options extends Omit<TestAppOptions, 'engine'> {
  /** A server and a database of its own for each test. */
  anewForEachTest?: true
}
type Suite = (app: TestApp, engine: Engine) => void
type Told = [name: string, suite: Suite] | [name: string, options: Options, suite: Suite]

const engines = await availableEngines()

/**
 * A suite in which the engine takes part: it counts, races, locks, repeats a transaction, sorts, searches, compares
 * texts or days, or migrates. It runs on each engine of this machine, with one server on a fresh database for all its
 * tests. The server is there when a test or a hook runs, not while the suite is being told.
 */
export function onEachEngine(...told: Told): void {
  for (const engine of engines) onEngine(engine, ...told)
}

/**
 * A suite in which the engine takes no part: it refuses, lets in, renders, or compares words and the shapes of answers.
 * It runs on SQLite, and PostgreSQL has to understand each of its statements.
 */
export function onSqlite(...told: Told): void {
  onEngine('sqlite', ...told)
}

/** A part in which the engine takes no part, inside a suite on each engine. */
export function partOnSqlite(engine: Engine, name: string, part: () => void): void {
  if (engine === 'sqlite') describe(name, part)
}

function onEngine(engine: Engine, ...told: Told): void {
  const [name, { anewForEachTest, ...options }, suite]: [string, Options, Suite] =
    told.length === 2 ? [told[0], {}, told[1]] : told
  const [before, after] = anewForEachTest ? [beforeEach, afterEach] : [beforeAll, afterAll]
  describe(`${name}, on ${engine}`, () => {
    if (engine === 'sqlite' && engines.includes('postgres')) postgresReadsToo()
    const app = {} as TestApp
    before(async () => {
      Object.assign(app, await startApp({ engine, ...options }))
    })
    after(() => app.stop())
    suite(app, engine)
  })
}

function postgresReadsToo(): void {
  let findRefused: ReturnType<typeof noteStatements>
  beforeAll(async () => {
    // Its migrations run on each engine by themselves.
    await migratedSqlite()
    findRefused = noteStatements()
  })
  afterAll(async () => {
    expect(await findRefused(await migratedPostgres()), 'PostgreSQL cannot read these').toEqual([])
  })
}

/** Accounts of these kinds for a suite's tests. They are signed in before the first of them. */
export function callers<R extends Role>(app: TestApp, ...kinds: R[]): Record<R, SignedIn> {
  const people = Object.fromEntries(kinds.map((who) => [who, {}])) as Record<R, SignedIn>
  beforeAll(async () => {
    for (const who of kinds) Object.assign(people[who], await signedIn(app, who))
  })
  return people
}

export interface Opened<D> {
  db: D
  where: { file: string } | { url: string }
  folder: string
}

/**
 * A suite on each engine, with a database of its own for each test and no server. `open` makes it in an empty folder:
 * `freshDatabase` or `emptyDatabase`. What the suite is given holds while a test or a hook runs.
 */
export function onEachDatabase<D extends { close(): Promise<void> }>(
  name: string,
  open: (engine: Engine, folder: string) => Promise<Omit<Opened<D>, 'folder'>>,
  suite: (opened: Opened<D>, engine: Engine) => void,
): void {
  describe.each(engines)(`${name}, on %s`, (engine) => {
    const opened = { db: {}, where: {}, folder: '' } as Opened<D>
    beforeEach(async () => {
      opened.folder = mkdtempSync(path.join(tmpdir(), 'malar-database-'))
      const { db, where } = await open(engine, opened.folder)
      Object.assign(opened.db, db)
      Object.assign(opened.where, where)
    })
    afterEach(async () => {
      await opened.db.close()
      rmSync(opened.folder, { recursive: true, force: true })
    })
    suite(opened, engine)
  })
}
