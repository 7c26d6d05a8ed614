import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, VisitorsOrder } from '../harness/visitors.ts'
import { root, scratchFolder } from './server-process.ts'
import { isFull } from './size.ts'

const example = path.join(root, 'examples/several-machines')
/** The addresses of the machines in the example's `compose.yaml`. */
const addressOf = { malar1: '10.0.0.11', malar2: '10.0.0.12' }
type Serving = keyof typeof addressOf
const serving: Serving[] = ['malar1', 'malar2']
/** Patroni's `ttl` plus the time that a new leader of etcd adds to the `ttl`, in ms. */
const gapMsMax = 40_000
const patienceMs = 180_000

if (!isFull) test('the containers of the example are tested by npm run robustness -- compose alone', () => {})
else {
  const found = findCompose()
  if (typeof found !== 'string') describe('the containers of the example', () => faults(found))
  else
    test(`did NOT run: ${found}`, () => {
      console.warn(`\nThe example's containers did NOT run: ${found}.\n`)
    })
}

/** Returns the command that calls compose on this machine, or the reason why the containers cannot run. */
function findCompose(): string[] | string {
  const answers = (...[file = '', ...args]: string[]) => {
    try {
      execFileSync(file, args, { stdio: 'ignore', timeout: 120_000 })
      return true
    } catch {
      return false
    }
  }
  // The engine of other systems runs in a virtual machine, so the containers' addresses cannot be reached from here.
  if (process.platform !== 'linux') return 'the visitors need an engine on Linux itself'
  if (!answers('docker', 'info')) return 'no Docker engine answers'
  const calls = [['docker', 'compose'], ['docker-compose']]
  const found = calls.find((each) => answers(...each, 'version'))
  if (found === undefined) return 'there is no docker compose'
  const [, image = ''] =
    /^FROM (\S+)/m.exec(readFileSync(path.join(root, 'examples/Dockerfile'), 'utf8')) ?? []
  if (!answers('docker', 'image', 'inspect', image) && !answers('docker', 'pull', image))
    return `${image} cannot be had`
  return found
}

function faults([file = '', ...first]: string[]) {
  const scratch = scratchFolder()
  const answers: Answer[] = []
  let visitors: ChildProcess
  let ended: Promise<unknown>

  async function compose(...args: string[]): Promise<string> {
    const files = ['-f', path.join(example, 'compose.yaml'), '-f', path.join(scratch, 'beyond.json')]
    const all = [...first, '--project-name', 'malar-robustness', ...files, ...args]
    const { stdout } = await promisify(execFile)(file, all, { maxBuffer: 1e9 })
    return stdout
  }
  const asPostgres = (name: Serving, ...args: string[]) =>
    compose('exec', '-T', '-u', 'postgres', name, ...args)

  /** The running members of the cluster by their roles, as Patroni on the machine `name` reports them. */
  async function rolesBy(name: Serving): Promise<Map<string, string>> {
    const list = ['patronictl', '-c', '/etc/patroni/config.yml', 'list', '-f', 'json']
    const text = await asPostgres(name, ...list).catch(() => '')
    const rows: { Member: string; Role: string; State: string }[] = text.startsWith('[')
      ? JSON.parse(text)
      : []
    return new Map(rows.filter(({ State }) => State === 'running').map(({ Member, Role }) => [Role, Member]))
  }

  /** Calls `find` again and again until it returns a value, and returns that value. */
  async function until<T>(find: () => T | undefined | Promise<T | undefined>, pauseMs = 500): Promise<T> {
    const end = Date.now() + patienceMs
    for (;;) {
      const found = await find()
      if (found !== undefined) return found
      if (Date.now() > end) throw new Error(`It did not come within ${patienceMs} ms: ${find}`)
      await delay(pauseMs)
    }
  }

  /** Waits until a synchronous standby follows, and returns the name of the leader. */
  const untilSynchronous = () =>
    until(async () => {
      for (const name of serving) {
        const roles = await rolesBy(name)
        if (roles.has('Leader') && roles.has('Sync Standby')) return roles.get('Leader') as Serving
      }
      return undefined
    })

  const sql = async (name: Serving, statement: string) =>
    (await asPostgres(name, 'psql', '-Atd', 'malar', '-c', statement)).split('\n').filter(Boolean)

  const untilAnswered = (isWanted: (answer: Answer) => boolean) => until(() => answers.find(isWanted), 20)

  function untilReady(name: Serving) {
    const ask = "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1))"
    return until(() =>
      compose('exec', '-T', name, 'node', '-e', ask).then(
        () => true,
        () => undefined,
      ),
    )
  }

  beforeAll(async () => {
    const services = Object.fromEntries(
      serving.map((name) => [name, { environment: { RATE_LIMIT_FACTOR: '1000000' } }]),
    )
    writeFileSync(path.join(scratch, 'beyond.json'), JSON.stringify({ version: '3', services }))
    // An interrupted run has left the volumes of its school.
    await compose('down', '--volumes', '--timeout', '1')
    await compose('up', '--build', '--detach')
    const leader = await untilSynchronous()
    await until(async () => (await sql(leader, 'select 1 from batch limit 1').catch(() => []))[0])
    await sql(leader, 'update batch set capacity = null')
    await sql(leader, `insert into change (topic, at) values ('courses', '2026-11-24T00:00:00.000Z')`)
    const courseIds = await sql(
      leader,
      `select course_id from batch where is_closed = 0 and starts_on > '2000' limit 20`,
    )
    const certificate = path.join(scratch, 'malar.crt')
    writeFileSync(certificate, await compose('exec', '-T', leader, 'cat', '/certificate/malar.crt'))
    const order: VisitorsOrder = {
      host: 'malar.example',
      addresses: Object.values(addressOf),
      certificate,
      courseIds,
      writers: 10,
      readers: 10,
      pages: ['/classes', '/'],
    }
    visitors = spawn(
      process.execPath,
      [path.join(root, 'tests/harness/visitors.ts'), JSON.stringify(order)],
      { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
    )
    ended = new Promise((resolve) => visitors.once('exit', resolve))
    createInterface({ input: visitors.stdout as NodeJS.ReadableStream }).on('line', (line) =>
      answers.push(JSON.parse(line) as Answer),
    )
    for (const via of Object.values(addressOf))
      await untilAnswered((answer) => answer.via === via && answer.status === 201)
  }, 900_000)

  afterAll(async () => {
    visitors?.kill('SIGKILL')
    await ended
    await compose('down', '--volumes', '--timeout', '1')
    rmSync(scratch, { recursive: true, force: true })
  }, 120_000)

  test('when the container of the primary is killed, the other becomes primary, and the killed one returns as standby', async () => {
    const killed = await untilSynchronous()
    const other = killed === 'malar1' ? 'malar2' : 'malar1'
    const since = Date.now()
    await compose('kill', killed)
    const dead = Date.now()
    await untilAnswered(({ at, status, via }) => status === 201 && at > dead && via === addressOf[other])
    const taken = answers.filter(({ at, status }) => status === 201 && at >= since).map(({ at }) => at)
    const gap = Math.max(...taken.map((at, n) => at - (taken[n - 1] ?? since)))
    // Pages from the machine that still runs.
    const pages = answers.filter(
      ({ at, kind, via }) => at > since && kind === 'page' && via === addressOf[other],
    )
    expect(pages.length).toBeGreaterThan(0)
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]))
    await compose('start', killed)
    expect(await untilSynchronous()).toBe(other)
    await untilReady(killed)
    console.info(`leader's container killed: no enrolment for ${gap} ms`)
    expect(gap).toBeLessThan(gapMsMax)
  })

  test('every acknowledged enrolment is in the database exactly once', async () => {
    visitors.send('end')
    await ended
    const taken = answers.filter(({ status }) => status === 201).map(({ id }) => id as string)
    const leader = await untilSynchronous()
    const rows = (await sql(leader, `select id || ' ' || email from seat where email like 'visitor-%'`)).map(
      (row) => row.split(' '),
    )
    const ids = new Set(rows.map(([id]) => id))
    console.info(`${taken.length} enrolments acknowledged, ${rows.length} there`)
    expect(taken.filter((id) => !ids.has(id))).toEqual([])
    expect(new Set(rows.map(([, email]) => email)).size).toBe(rows.length)
  })
}
