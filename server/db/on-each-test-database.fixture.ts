import { type Engine, emptyDatabase } from '../../tests/harness/app.ts'
import { type Opened, onEachDatabase } from '../../tests/harness/on-each-engine.ts'
import { migrate } from './migrate.ts'
import type { Database, DatabaseEnvironment } from './open.ts'
import { type TestDatabase, testMigrations } from './test-tables.fixture.ts'

type Suite = (opened: Opened<TestDatabase>, engine: Engine) => void

/** Runs a suite on each engine. Each test has its own database, with the tables of this folder's tests. */
export function onEachTestDatabase(
  name: string,
  ...rest: [suite: Suite] | [environment: DatabaseEnvironment, suite: Suite]
): void {
  const [environment, suite] = rest.length === 1 ? [{}, rest[0]] : rest
  const open = async (engine: Engine, folder: string) => {
    const { db, where } = await emptyDatabase<TestDatabase>(engine, folder, environment)
    await migrate(db as unknown as Database, testMigrations)
    return { db, where }
  }
  onEachDatabase(name, open, suite)
}
