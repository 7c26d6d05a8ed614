import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type App, createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { warnOfUnknownLetters } from './db/known-letters.ts'
import { migrate } from './db/migrate.ts'
import { migrations } from './db/migrations/index.ts'
import { openDatabase } from './db/open.ts'
import { completeDemonstration, decorateIfBare, seedIfEmpty } from './db/seed/at-start.ts'
import { hasNoTables, isEmpty } from './db/seed/emptiness.ts'
import { refuseUnfinishedMove } from './db/unfinished-move.ts'
import { createDeps } from './deps.ts'
import { ensureFirstOwner } from './domains/accounts/index.ts'
import type { Deps } from './domains/deps.ts'
import * as loop from './domains/loops.ts'
import { refuseSimulatedPayments } from './domains/school/index.ts'
import { findCalendarOfLetter } from './http/calendar-feed.ts'
import { startIdempotencyPruning } from './http/idempotency.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import type { SiteBuild } from './http/rendering.ts'
import { refuseWrongPictureStore } from './picture-store.ts'
import { createChatFolder } from './platform/chat.ts'
import {
  emptiedDatabase,
  markDatabase,
  markedEngine,
  refuseLostFile,
} from './platform/data-folder/database-mark.ts'
import { type DiskWatch, startDiskWatch } from './platform/data-folder/disk-watch.ts'
import { lockDataFolder } from './platform/data-folder/lock.ts'
import { closeToOthers } from './platform/data-folder/permissions.ts'
import { createDatabaseClock } from './platform/database-clock.ts'
import type { Loop } from './platform/every.ts'
import { createLetterPace } from './platform/letter-pace.ts'
import { createLogger } from './platform/logger.ts'
import { startOutboxWorker } from './platform/outbox-worker.ts'
import { createWatchingReport } from './reports/watching/watching.report.ts'

const stopWithinMs = 9_000

/** Ends the process with a one-line message and exit code 1 if the start fails. */
export async function run(site: () => Promise<SiteBuild>): Promise<void> {
  // Other accounts of the machine must not read names, addresses and the secret.
  process.umask(0o077)
  try {
    await start(site)
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`)
    process.exit(1)
  }
}

async function start(site: () => Promise<SiteBuild>): Promise<void> {
  const config = readConfig(process.env)
  const { dataDir } = config
  const log = createLogger(config.logLevel)
  const lock = lockDataFolder(dataDir)
  if (lock === null) {
    throw new ConfigError(
      `DATA_DIR ${dataDir} is in use by another server. Stop that server, or set DATA_DIR to another folder.`,
    )
  }
  const open = closeToOthers(dataDir)
  if (open.length > 0)
    log.warn({ count: open.length }, 'other accounts may be able to read some files in DATA_DIR')
  const build = await site()
  let disk: DiskWatch | null = null
  const isDiskWell = () => disk === null || disk.findProblem() === null
  if (config.databaseUrl === null) refuseLostFile(dataDir)
  const db = await openDatabase(
    config.databaseUrl ? { url: config.databaseUrl } : { file: path.join(dataDir, 'malar.db') },
    {
      onBackgroundError: (err) => log.error({ err }, 'the database reported an error'),
      mayWrite: () => config.databaseUrl !== null || isDiskWell(),
    },
  )
  const wasFilled = markedEngine(dataDir) !== null
  if (wasFilled && (await hasNoTables(db))) throw emptiedDatabase(db.engine, dataDir)
  await refuseUnfinishedMove(db)
  await migrate(db, migrations)
  await warnOfUnknownLetters(db, log)
  if (wasFilled && (await isEmpty(db.read))) throw emptiedDatabase(db.engine, dataDir)
  const time = db.engine === 'postgres' ? await createDatabaseClock(db) : null
  const deps = createDeps(config, db, { log, mayWrite: isDiskWell, ...(time && { clock: time.clock }) })
  await refuseWrongPictureStore(deps)
  await seedIfEmpty(deps)
  await completeDemonstration(deps)
  await refuseSimulatedPayments(deps)
  const metrics = config.metrics && (await createMetrics({ ...deps, dataDir, ...createWatchingReport(deps) }))
  const app = await createApp(deps, {
    build,
    watch: metrics,
    checkResponses: false,
    findDiskProblem: async () => disk?.findProblem() ?? null,
  })
  await ensureFirstOwner(app.services.accounts, deps, (text) => process.stdout.write(text))
  markDatabase(dataDir, db.engine)
  await db.changes.start()
  const { diskFreeMbMin: freeMbMin } = config
  disk = startDiskWatch({ dataDir, freeMbMin, db, isLockInPlace: lock.isInPlace, log })
  await app.http.listen({ port: config.port, host: config.host })
  const metricsServer = metrics && config.metrics && (await listenForMetrics(metrics, config.metrics))
  const { services } = app
  const loops = [
    disk,
    loop.startDayChange(deps),
    loop.startDeliveryClosings({ ...services, clock: deps.clock, log }),
    startIdempotencyPruning(deps),
    loop.startPictureCache(deps),
    ...(time ? [time.follow(log)] : []),
    ...(config.isWebOnly ? [] : startWork(deps, services)),
  ]

  let isStopping = false
  // A new school shows the finished pictures until it has photographs. The start does not wait for them to be copied.
  decorateIfBare(deps).catch((err: unknown) => {
    if (!isStopping) log.error({ err }, 'the site’s pictures could not be copied')
  })
  const stop = async (signal: 'SIGTERM' | 'SIGINT'): Promise<void> => {
    app.drain()
    if (signal === 'SIGTERM') await delay(config.drainMs)
    const ended = Promise.all([app.http.close(), metricsServer?.stop(), ...loops.map((one) => one.stop())])
    await Promise.race([ended, delay(stopWithinMs, undefined, { ref: false })])
    await db.close()
    lock.release()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      void stop(signal)
    })
  }
}

function startWork(deps: Deps, services: App['services']): Loop[] {
  const { config, log, db, clock } = deps
  const outboxDir = path.join(config.dataDir, 'outbox')
  return [
    startOutboxWorker({
      ...deps,
      mail: services.mailServer.sender,
      chat: createChatFolder(outboxDir),
      takeTurn: createLetterPace(db, clock.ms),
      findSender: async () => ({
        ...(await services.school.sender()),
        sendsEmails: (await services.mailServer.whyWaiting()) === null,
      }),
      findCalendar: findCalendarOfLetter(services),
    }),
    loop.startHousekeeping({ ...deps, ...services }),
    loop.startPictureWidths({ ...services, log }),
    loop.startHoldExpiry({ ...services, log }),
    loop.startJournalPublishing({ ...deps, ...services }),
    loop.startOrderEffects({ ...services, log }),
    loop.startBackInStock({ ...services, log }),
    loop.startReminders({ ...services, log }),
    loop.startSearchIndex({ db, log }),
  ]
}

function listenForMetrics(metrics: Metrics, where: { port: number; host: string }) {
  return metrics.listen(where).catch(({ code }: NodeJS.ErrnoException) => {
    throw new ConfigError(
      `The metrics can’t be served on METRICS_HOST ${where.host}, METRICS_PORT ${where.port} (${code}). Set them to an address of this machine and a free port.`,
    )
  })
}

function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'EADDRINUSE')
    return `Port ${process.env.PORT ?? 3000} is in use. Stop the program that uses it, or set PORT to another number.`
  if (code === 'EACCES')
    return `Port ${process.env.PORT ?? 3000} can’t be used by this account. Set PORT to a number above 1023.`
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL' || code === 'EAI_AGAIN')
    return `HOST ${process.env['HOST'] ?? 'localhost'} is not an address of this machine. Set it to localhost, or to 0.0.0.0 for every network.`
  const [reason = ''] = String(message || error).split('\n')
  return `The server could not start. ${reason.replace(/\.?$/, '.')}`
}
