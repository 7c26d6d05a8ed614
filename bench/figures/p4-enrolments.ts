import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../../server/config.ts'
import { migrate } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { openDatabase } from '../../server/db/open.ts'
import { seedDemo } from '../../server/db/seed/seed.ts'
import { sitePictureSettings } from '../../server/db/setting-names.ts'
import { systemClock } from '../../server/platform/clock.ts'
import { randomIds } from '../../server/platform/ids.ts'
import { createPictures } from '../../server/platform/pictures.ts'
import { startOwnPostgres } from '../../tests/harness/postgres.ts'
import type { EnrollingOrder } from '../children/enrolling.ts'
import type { InsertOrder } from '../children/raw-inserts.ts'
import type { ReadingOrder } from '../children/reading.ts'
import { type Bench, interleaved, perSecond, type Result } from '../measure.ts'
import { startChild, startServer } from '../processes.ts'

const callers = 50
const readers = 10

/**
 * P4: enrolments through HTTP, every one durable, against the single insert of the same row with the engine's own
 * library; and what readers keep of their rate meanwhile.
 */
export const enrolments: Bench = async ({ school, isFull, log }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'malar-bench-'))
  const results: Result[] = []
  try {
    for (const name of readdirSync(school)) {
      if (name.startsWith('malar.db')) cpSync(path.join(school, name), path.join(folder, name))
    }
    mkdirSync(path.join(folder, 'uploads'))
    const where = { file: path.join(folder, 'malar.db') }
    await liftLimits(where)
    results.push(...(await measure('SQLite', where, { DATA_DIR: folder }, isFull)))

    const postgres = await startOwnPostgres()
    if (postgres === null) return results
    log('P4 on PostgreSQL')
    try {
      const url = await postgres.createDatabase()
      await seedPostgres(url, folder)
      await liftLimits({ url })
      const env = {
        DATA_DIR: folder,
        DATABASE_URL: url,
        AUTH_SECRET: 'of a benchmark, and of nothing else at all',
      }
      results.push(...(await measure('PostgreSQL', { url }, env, isFull)))
    } finally {
      await postgres.stop()
    }
    return results
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measure(
  engine: string,
  where: InsertOrder['where'],
  env: Record<string, string>,
  isFull: boolean,
): Promise<Result[]> {
  const server = await startServer(env)
  const enrolling = startChild('enrolling.ts')
  const raw = startChild('raw-inserts.ts')
  const reading = startChild('reading.ts')
  try {
    const courses = (await (await fetch(`${server.url}/api/courses`)).json()) as {
      id: string
      batchId: string | null
      capacity: number | null
    }[]
    const order: EnrollingOrder = {
      url: server.url,
      // A course without a coming batch would get one of few seats.
      courseIds: courses.filter(({ batchId, capacity }) => batchId && capacity === null).map(({ id }) => id),
      callers,
      ms: isFull ? 5_000 : 2_000,
    }
    const rounds = isFull ? 7 : 3
    const writes = await interleaved(
      rounds,
      () => enrolling.ask<number>(order),
      () => raw.ask<number>({ where, callers, ms: isFull ? 3_000 : 1_500 } satisfies InsertOrder),
    )
    const readOrder: ReadingOrder = { url: `${server.url}/classes`, readers, ms: order.ms }
    const reads = await interleaved(
      rounds,
      async () => {
        const [rate] = await Promise.all([
          reading.ask<number>(readOrder),
          enrolling.ask({ ...order, ms: order.ms + 500 }),
        ])
        return rate
      },
      () => reading.ask<number>(readOrder),
    )
    return [
      {
        id: 'P4',
        what: `enrolments over HTTP, ${callers} callers, on ${engine}, against the raw insert`,
        ours: perSecond(writes.ours),
        baseline: perSecond(writes.baseline),
        figure: writes.ratio,
        promise: { atLeast: 0.4 },
      },
      {
        id: 'P4',
        what: `readers of /classes meanwhile, on ${engine}, against without enrolments`,
        ours: perSecond(reads.ours),
        baseline: perSecond(reads.baseline),
        figure: reads.ratio,
        promise: { atLeast: 0.7 },
      },
    ]
  } finally {
    await enrolling.stop()
    await raw.stop()
    await reading.stop()
    await server.stop()
  }
}

/** Seats for everybody: what is measured is taking them, not refusing. */
async function liftLimits(where: InsertOrder['where']): Promise<void> {
  const db = await openDatabase(where)
  await db.write.updateTable('batch').set({ capacity: null }).execute()
  await db.close()
}

/** The demonstration school without its pictures. */
async function seedPostgres(url: string, folder: string): Promise<void> {
  const db = await openDatabase({ url })
  await migrate(db, migrations)
  const clock = systemClock
  const config = readConfig({ DATA_DIR: folder })
  const pictures = createPictures({ uploadsDir: path.join(folder, 'uploads'), clock })
  await seedDemo({ db, clock, ids: randomIds, config, pictures }, { pictures: false })
  // Otherwise the start would draw them.
  await db.write
    .insertInto('setting')
    .values({ name: sitePictureSettings.hero, value: '[]', updated_at: clock.now() })
    .execute()
  await db.close()
}
