import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type Database, openDatabase } from '../../server/db/open.ts'
import { startNginx } from '../../tests/harness/nginx.ts'
import { startOwnPostgres } from '../../tests/harness/postgres.ts'
import type { PostingOrder } from '../children/posting.ts'
import { enrolmentBodies } from '../enrolling.ts'
import { type Bench, perSecond, type Result } from '../measure.ts'
import { load, type StartedServer, startChild, startServer, temporaryFolder } from '../processes.ts'
import { owner } from '../school.ts'

const callers = 50
const id = 'MACHINES'

/** MACHINES: the processor time of enrolments, their letters and page views, by which to size several machines. */
export const machines: Bench = async ({ isFull, log }) => {
  const postgres = await startOwnPostgres()
  if (postgres === null) return []
  await using _ = { [Symbol.asyncDispose]: postgres.stop }
  using temporary = temporaryFolder()
  const url = await postgres.createDatabase()
  const env = {
    DATA_DIR: temporary.path,
    DATABASE_URL: url,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    AUTH_SECRET: 'of a benchmark, and of nothing else at all',
    TRUST_PROXY: '1',
  }
  await (await startServer(env))[Symbol.asyncDispose]()
  const db = await openDatabase({ url })
  await db.write.updateTable('batch').set({ capacity: null }).execute()
  const [row] = await postgres.query(`select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid`)
  const postmaster = Number(row?.['pid'])
  const results: Result[] = []
  {
    await using web = await startServer({ ...env, WEB_ONLY: '1' })
    results.push(...(await enrolments(web, postmaster, isFull)))
    results.push(...(await pageViews(web, isFull)))
  }
  log(`${id}, letters`)
  await using server = await startServer(env)
  results.push(await letters(server, db, postmaster))
  await db.close()
  return results
}

async function enrolments(server: StartedServer, postmaster: number, isFull: boolean): Promise<Result[]> {
  await using enrolling = startChild('posting.ts')
  const bodies = await enrolmentBodies(server.url)
  const order: PostingOrder = { url: `${server.url}/api/enrollments`, bodies, callers, ms: 3_000 }
  await enrolling.ask<number>(order)
  const used = async () => (await server.cpuSeconds()) + treeSeconds(postmaster)
  const before = await used()
  const ms = isFull ? 20_000 : 5_000
  const rate = await enrolling.ask<number>({ ...order, ms })
  const seconds = ((await used()) - before) / ((rate * ms) / 1_000_000)
  const ofOneClass = await enrolling.ask<number>({ ...order, bodies: bodies.slice(0, 1), ms })
  return [
    {
      id,
      what: `1,000 enrolments in ${bodies.length} classes: server and database (${perSecond(rate)})`,
      figure: seconds,
      unit: 'core s',
      promise: { atMost: 6 },
    },
    {
      id,
      what: `enrolments in one class, ${callers} callers`,
      figure: ofOneClass,
      unit: '/s',
      promise: { atLeast: 100 },
    },
  ]
}

async function pageViews(server: StartedServer, isFull: boolean): Promise<Result[]> {
  const ms = isFull ? 20_000 : 5_000
  const headers = { 'accept-encoding': 'br' }
  const perMillion = async (url: string, used: () => Promise<number>) => {
    await load(url, { ms: 2_000, headers })
    const before = await used()
    const rate = await load(url, { ms, headers })
    return ((await used()) - before) / ((rate * ms) / 1_000_000_000)
  }
  const results: Result[] = [
    {
      id,
      what: 'a million views of /classes: server',
      figure: await perMillion(`${server.url}/classes`, server.cpuSeconds),
      unit: 'core s',
      promise: { atMost: 60 },
    },
  ]
  const nginx = await startNginx([server.url])
  if (nginx === null) return results
  const both = async () => (await server.cpuSeconds()) + treeSeconds(nginx.pid)
  results.push({
    id,
    what: 'the same behind nginx: nginx and server',
    figure: await perMillion(`${nginx.url}/classes`, both),
    unit: 'core s',
    promise: { atMost: 30 },
  })
  await nginx.stop()
  return results
}

async function letters(server: StartedServer, db: Database, postmaster: number): Promise<Result> {
  const waiting = async () => {
    const query = db.read.selectFrom('outbox').where('status', '=', 'queued')
    const { count } = await query
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  // The first seconds of a process cost more than all later ones.
  await delay(5_000)
  const used = async () => (await server.cpuSeconds()) + treeSeconds(postmaster)
  const [queued, before] = [await waiting(), await used()]
  await delay(20_000)
  const sent = queued - (await waiting())
  return {
    id,
    what: `1,000 letters, at ${perSecond(sent / 20)}: server and database`,
    figure: (((await used()) - before) / sent) * 1_000,
    unit: 'core s',
    promise: { atMost: 20 },
  }
}

const ticksPerSecond = 100

/** Fields of /proc/PID/stat from the third on; a program's name may hold spaces. */
const statOf = (pid: number | string): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')

function treeSeconds(pid: number): number {
  let ticks = 0
  for (const each of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = statOf(each)
      const [user, system, ofEnded, systemOfEnded] = stat.slice(11, 15).map(Number) as [
        number,
        number,
        number,
        number,
      ]
      if (Number(each) === pid) ticks += user + system + ofEnded + systemOfEnded
      else if (Number(stat[1]) === pid) ticks += user + system
    } catch {
      // The process has ended meanwhile.
    }
  }
  return ticks / ticksPerSecond
}
