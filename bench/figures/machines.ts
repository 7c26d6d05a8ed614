import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../../server/db/open.ts'
import { startNginx } from '../../tests/harness/nginx.ts'
import { startPostgresSchool } from '../both-engines.ts'
import { enrolmentCalls } from '../calls.ts'
import { log, type Measured, type Options } from '../measure.ts'
import { load, type StartedServer, startCallers, startServer, temporaryFolder } from '../processes.ts'
import { liftLimits } from '../school.ts'

const callers = 50

/** Reads the seconds of processor time that all processes of a program have taken. */
type Used = () => Promise<number>

/**
 * MACHINES: measures the processor time of enrolments, e-mails and page views. The figures show how many machines a
 * large school needs.
 */
export async function* machines({ isFull }: Options): AsyncGenerator<Measured> {
  using folder = temporaryFolder()
  await using postgres = await startPostgresSchool(folder.path)
  if (postgres === null) return
  await liftLimits(postgres.where)
  const [row] = await postgres.query(`select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid`)
  const withDatabase = (server: StartedServer): Used => {
    return async () => (await server.cpuSeconds()) + treeSeconds(Number(row?.['pid']))
  }
  const env = { ...postgres.env, TRUST_PROXY: '1' }
  const ms = isFull ? 20_000 : 5_000
  {
    await using web = await startServer({ ...env, WEB_ONLY: '1' })
    yield* enrolments(web.url, withDatabase(web), ms)
    yield* pageViews(web, ms)
  }
  log('MACHINES, letters')
  await using server = await startServer(env)
  yield letters(postgres.where, withDatabase(server))
}

async function* enrolments(url: string, used: Used, ms: number): AsyncGenerator<Measured> {
  const calls = await enrolmentCalls(url)
  await using enrolling = startCallers(callers)
  await enrolling.rate(calls, 3_000)
  const before = await used()
  const rate = await enrolling.rate(calls, ms)
  const at = `${calls.length} classes, ${Math.round(rate)}/s`
  yield { part: 'enrolments', at, ours: ((await used()) - before) / ((rate * ms) / 1_000_000) }
  yield { part: 'one class', ours: await enrolling.rate(calls.slice(0, 1), ms) }
}

async function* pageViews(server: StartedServer, ms: number): AsyncGenerator<Measured> {
  const perMillion = async (url: string, used: Used) => {
    const order = { url: `${url}/classes`, headers: { 'accept-encoding': 'br' } }
    await load({ ...order, ms: 2_000 })
    const before = await used()
    const rate = await load({ ...order, ms })
    return ((await used()) - before) / ((rate * ms) / 1_000_000_000)
  }
  yield { part: 'views', ours: await perMillion(server.url, server.cpuSeconds) }
  const nginx = await startNginx([server.url])
  if (nginx === null) return
  const both = async () => (await server.cpuSeconds()) + treeSeconds(nginx.pid)
  yield { part: 'behind nginx', ours: await perMillion(nginx.url, both) }
  await nginx.stop()
}

async function letters(where: { url: string }, used: Used): Promise<Measured> {
  await using db = await openDatabase(where)
  const waiting = async () => {
    const query = db.read.selectFrom('outbox').where('status', '=', 'queued')
    const { count } = await query
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  // The first seconds of a process cost more than all later ones.
  await delay(5_000)
  const [queued, before] = [await waiting(), await used()]
  await delay(20_000)
  const sent = queued - (await waiting())
  const seconds = (await used()) - before
  return { part: 'letters', at: `${Math.round(sent / 20)}/s`, ours: (seconds / sent) * 1_000 }
}

const ticksPerSecond = 100

/** Sums the processor time of a process and its children, including children that have ended. */
function treeSeconds(root: number): number {
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      // A program's name, which comes before these fields, may hold spaces.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .map(Number)
      const parent = fields[1]
      const [own = 0, system = 0, ofEnded = 0, systemOfEnded = 0] = fields.slice(11, 15)
      if (Number(pid) === root) ticks += own + system + ofEnded + systemOfEnded
      else if (parent === root) ticks += own + system
    } catch {
      // The process ended after its folder was listed.
    }
  }
  return ticks / ticksPerSecond
}
