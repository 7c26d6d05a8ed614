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
  /** Gives each test a server and a database of its own. */
  freshForEachTest?: true
}
type Suite = (app: TestApp, engine: Engine) => void
type SuiteArgs = [name: string, suite: Suite] | [name: string, options: Options, suite: Suite]

const engines = await availableEngines()

/**
 * Runs a suite on each engine of this machine, with one server and one fresh database for all tests of the suite. Such
 * a suite tests behaviour that depends on the engine: counting, races, locks, repeated transactions, sorting,
 * searching, comparing texts or days, migrations. The server exists while a test or a hook runs, but not while the
 * suite is being defined.
 */
export function onEachEngine(...args: SuiteArgs): void {
  for (const engine of engines) onEngine(engine, ...args)
}

/**
 * Runs a suite on SQLite alone, for behaviour that does not depend on the engine, such as refusals, rights, rendering
 * and the shapes of answers. PostgreSQL must be able to read each statement of the suite.
 */
export function onSqlite(...args: SuiteArgs): void {
  onEngine('sqlite', ...args)
}

/**
 * Runs a part of a suite on SQLite alone. The suite runs on each engine, but the part does not depend on the engine.
 */
export function partOnSqlite(engine: Engine, name: string, part: () => void): void {
  if (engine === 'sqlite') describe(name, part)
}

function onEngine(engine: Engine, ...args: SuiteArgs): void {
  const [name, { freshForEachTest, ...options }, suite]: [string, Options, Suite] =
    args.length === 2 ? [args[0], {}, args[1]] : args
  const [before, after] = freshForEachTest ? [beforeEach, afterEach] : [beforeAll, afterAll]
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
    // The statements of migrations are not noted, because the tests of migrations run them on each engine.
    await migratedSqlite()
    findRefused = noteStatements()
  })
  afterAll(async () => {
    expect(await findRefused(await migratedPostgres()), 'PostgreSQL cannot read these').toEqual([])
  })
}

/** Signs in an account of each of these kinds before the first test of a suite. */
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
 * Runs a suite on each engine, with a database for each test and without a server. `open` makes the database in an
 * empty folder (`freshDatabase` or `emptyDatabase`). The suite can use the database while a test or a hook runs.
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
