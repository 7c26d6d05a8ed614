import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from './postgres.ts'

/** What `openDatabase` takes. */
export type DatabaseAddress = { file: string } | { url: string }

export interface TestEngine {
  name: 'sqlite' | 'postgres'
  /** An empty database. */
  create(): Promise<DatabaseAddress>
  stop(): Promise<void>
}

/** Every engine that this machine can test, for `describe.each`: the suite runs on both. */
export async function testEngines(): Promise<TestEngine[]> {
  const folder = await mkdtemp(join(tmpdir(), 'malar-sqlite-'))
  let count = 0
  const sqlite: TestEngine = {
    name: 'sqlite',
    create: async () => ({ file: join(folder, `${++count}.db`) }),
    stop: () => rm(folder, { recursive: true, force: true }),
  }
  const postgres = await startPostgres()
  if (!postgres) return [sqlite]
  return [
    sqlite,
    {
      name: 'postgres',
      create: async () => ({ url: await postgres.createDatabase() }),
      stop: () => postgres.stop(),
    },
  ]
}
