import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import { availableEngines, type Engine, startApp, type TestApp, type TestAppOptions } from './app.ts'
import { type Role, type SignedIn, signedIn } from './callers.ts'

interface Options extends Omit<TestAppOptions, 'engine'> {
  /** A server and a database of its own for each test. */
  anewForEachTest?: true
}
type Suite = (app: TestApp, engine: Engine) => void

const engines = await availableEngines()

/**
 * A suite on each engine of this machine, with one server on a fresh database for all its tests. The server is there
 * when a test or a hook runs, not while the suite is being told.
 */
export function onEachEngine(name: string, ...rest: [suite: Suite] | [options: Options, suite: Suite]): void {
  const [{ anewForEachTest, ...options }, suite] = rest.length === 1 ? [{} as Options, rest[0]] : rest
  const [before, after] = anewForEachTest ? [beforeEach, afterEach] : [beforeAll, afterAll]
  describe.each(engines)(`${name}, on %s`, (engine) => {
    const app = {} as TestApp
    before(async () => {
      Object.assign(app, await startApp({ engine, ...options }))
    })
    after(() => app.stop())
    suite(app, engine)
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
