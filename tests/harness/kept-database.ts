import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { type Database, openDatabase } from '../../server/db/open.ts'
import type { Engine } from './app.ts'
import { startPostgres } from './postgres.ts'

/** The databases in `tests/kept`, which earlier versions wrote. Each name begins with the folder of the version. */
export const keptDatabases = [
  '0.9.0/2026-11-22',
  '0.9.0/2026-11-23',
  '0.9.0/2026-11-23-store',
  '0.9.0/2026-11-23-after-delivery',
  '0.9.0/2026-11-23-school-days',
  '0.9.0/4104dfd',
  '0.9.0/every-kind',
  '1.0.0/seats',
] as const
type KeptDatabase = (typeof keptDatabases)[number]

/** Opens a copy of a kept database without migrating it. */
export const openKept =
  (name: KeptDatabase) =>
  async (
    engine: Engine,
    folder: string,
  ): Promise<{ db: Database; where: { file: string } | { url: string } }> => {
    const kept = (kind: 'db' | 'sql') => brotliDecompressSync(readFileSync(`tests/kept/${name}.${kind}.br`))
    if (engine === 'sqlite') {
      const where = { file: path.join(folder, 'malar.db') }
      writeFileSync(where.file, kept('db'))
      return { db: await openDatabase(where), where }
    }
    const server = await startPostgres()
    if (server === null) throw new Error('PostgreSQL is not on this machine')
    const where = { url: await server.createDatabase() }
    await server.query(kept('sql').toString(), where.url)
    return { db: await openDatabase(where), where }
  }
