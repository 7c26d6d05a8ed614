import { startOwnPostgres } from '../tests/harness/postgres.ts'
import { log, type Measured, type Options, type Run } from './measure.ts'
import { startServer } from './processes.ts'
import { copyOfSchool, owner, type Where } from './school.ts'

export interface Engine {
  engine: string
  where: Where
  /** The environment variables of a server on this database. */
  env: Record<string, string>
}

/** Runs `prepare` and `measure` on a school on SQLite, and on a school on PostgreSQL if PostgreSQL is installed. */
export function onBothEngines(
  prepare: (where: Where) => Promise<void>,
  measure: (engine: Engine, options: Options) => AsyncIterable<Measured>,
): Run {
  return async function* (options) {
    using folder = copyOfSchool(options.school)
    await prepare(folder.where)
    yield* measure({ engine: 'SQLite', where: folder.where, env: { DATA_DIR: folder.path } }, options)
    log('The same on PostgreSQL')
    await using postgres = await startPostgresSchool(folder.path)
    if (postgres === null) return
    await prepare(postgres.where)
    yield* measure(postgres, options)
  }
}

/** Starts a PostgreSQL server and fills it with a demonstration school; null if PostgreSQL is not installed. */
export async function startPostgresSchool(folder: string) {
  const postgres = await startOwnPostgres()
  if (postgres === null) return null
  const url = await postgres.createDatabase()
  const env = {
    // A separate folder: the server refuses an empty PostgreSQL database if the data folder already has a school on
    // SQLite.
    DATA_DIR: `${folder}/postgres`,
    DATABASE_URL: url,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    AUTH_SECRET: 'of a benchmark, and of nothing else at all',
  }
  await (await startServer(env))[Symbol.asyncDispose]()
  return { ...postgres, engine: 'PostgreSQL', where: { url }, env, [Symbol.asyncDispose]: postgres.stop }
}
