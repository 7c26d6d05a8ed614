import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { startOwnPostgres } from '../tests/harness/postgres.ts'
import type { Bench, Result } from './measure.ts'
import { startServer, temporaryFolder } from './processes.ts'
import { owner } from './school.ts'

type Where = { file: string } | { url: string }

export interface EngineToMeasure {
  engine: string
  where: Where
  env: Record<string, string>
  isFull: boolean
}

/** Measures on a copy of the school on SQLite, and on PostgreSQL if it is installed; `prepare` makes room first. */
export function onBothEngines(
  id: string,
  prepare: (where: Where) => Promise<void>,
  measure: (engine: EngineToMeasure) => Promise<Result[]>,
): Bench {
  return async ({ school, isFull, log }) => {
    using temporary = temporaryFolder()
    const folder = temporary.path
    for (const name of readdirSync(school)) {
      if (name.startsWith('malar.db')) cpSync(path.join(school, name), path.join(folder, name))
    }
    mkdirSync(path.join(folder, 'uploads'))
    const where = { file: path.join(folder, 'malar.db') }
    await prepare(where)
    const results = await measure({ engine: 'SQLite', where, env: { DATA_DIR: folder }, isFull })

    const postgres = await startOwnPostgres()
    if (postgres === null) return results
    await using _ = { [Symbol.asyncDispose]: postgres.stop }
    log(`${id} on PostgreSQL`)
    const url = await postgres.createDatabase()
    const env = {
      // PostgreSQL gets its own folder: the SQLite school's is marked as used and refuses an empty database.
      DATA_DIR: path.join(folder, 'postgres'),
      DATABASE_URL: url,
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
      AUTH_SECRET: 'of a benchmark, and of nothing else at all',
    }
    // A first start fills the database.
    await (await startServer(env))[Symbol.asyncDispose]()
    await prepare({ url })
    return [...results, ...(await measure({ engine: 'PostgreSQL', where: { url }, env, isFull }))]
  }
}
