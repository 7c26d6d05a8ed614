import type { ChildProcess } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAnother } from '../harness/another-build.ts'
import { type Machine, type MachineName, Machines, missingForMachines } from '../harness/machines.ts'
import type { Answer, VisitorsOrder } from '../harness/visitors.ts'
import { root, scratchFolder } from './server-process.ts'
import { isFull } from './size.ts'

const writers = 30
const readers = 20
const pages = ['/classes', '/', '/classes', '/about']
/** The `ttl` in `examples/several-machines/patroni.yml`, in ms. */
const ttlMs = 20_000
/** The limit if etcd's leader dies together with the primary: the next leader gives every lock its full time again. */
const withEtcdMs = ttlMs + 20_000
const serving = ['malar1', 'malar2'] as const
type Serving = (typeof serving)[number]
const other = (name: Serving): Serving => (name === 'malar1' ? 'malar2' : 'malar1')

// The quick run starts and installs nothing; `tests/architecture/several-machines.test.ts` checks the files.
if (!isFull)
  test('the machines of the example are tested by npm run robustness -- several-machines alone', () => {})
else {
  const missing = await missingForMachines()
  if (missing === null) describe('the machines of the example under fifty callers', faults)
  else
    test(`did NOT run: ${missing}`, () => {
      console.warn(`\nThe example's machines did NOT run: ${missing}.\n`)
    })
}

function faults() {
  let machines: Machines
  let visitors: ChildProcess
  let ended: Promise<unknown>
  const answers: Answer[] = []
  const otherBuild = scratchFolder()

  beforeAll(async () => {
    const beyondTheExample = {
      DEMO: '1',
      RATE_LIMIT_FACTOR: '1000000',
      LOG_LEVEL: 'warn',
      NODE_NO_WARNINGS: '1',
    }
    machines = await Machines.start(root, beyondTheExample)
    for (const name of ['malar1', 'malar2', 'malar3'] as const) await machines.get(name).start('etcd')
    for (const name of serving)
      for (const service of ['haproxy', 'patroni', 'nginx'] as const) await on(name).start(service)
    await untilSynchronous()
    const database = ['psql', '-v', 'ON_ERROR_STOP=1', '-f', '/etc/malar-database.sql']
    await on(await primary()).run(database, 'postgres')
    for (const name of serving) await on(name).start('malar')
    await untilReady()
    await sql('update batch set capacity = null')
    await sql(`insert into change (topic, at) values ('courses', '2026-11-24T00:00:00.000Z')`)
    const rows = await sql(`select course_id from batch where is_closed = 0 and starts_on > '2000' limit 20`)
    const order: VisitorsOrder = {
      host: 'malar.example',
      addresses: ['192.0.2.1', '192.0.2.2'],
      certificate: machines.certificate,
      courseIds: rows,
      writers,
      readers,
      pages,
    }
    visitors = machines.startVisitors(process.execPath, [
      path.join(root, 'tests/harness/visitors.ts'),
      JSON.stringify(order),
    ])
    ended = new Promise((resolve) => visitors.once('exit', resolve))
    createInterface({ input: visitors.stdout as NodeJS.ReadableStream }).on('line', (line) =>
      answers.push(JSON.parse(line) as Answer),
    )
    await untilEnrolled(Date.now())
    await delay(5_000)
  }, 600_000)

  afterAll(async () => {
    visitors?.kill('SIGKILL')
    await ended
    await machines?.stop()
    rmSync(otherBuild, { recursive: true, force: true })
  })

  const on = (name: MachineName): Machine => machines.get(name)

  const membersBy = (name: Serving) =>
    on(name).run(['patronictl', '-c', '/etc/patroni/config.yml', 'list', '-f', 'json'], 'postgres')

  /** The members of the cluster by name, as Patroni reports them on the first machine that answers. */
  async function members(): Promise<Map<string, string>> {
    for (const name of serving) {
      const text = await membersBy(name).catch(() => '')
      if (!text.startsWith('[')) continue
      const rows = JSON.parse(text) as { Member: string; Role: string; State: string }[]
      return new Map(rows.map(({ Member, Role, State }) => [Member, `${Role} ${State}`]))
    }
    return new Map()
  }

  async function primary(): Promise<Serving> {
    for (;;) {
      const found = [...(await members())].find(([, state]) => state.startsWith('Leader running'))
      if (found !== undefined) return found[0] as Serving
      await delay(500)
    }
  }

  async function untilSynchronous() {
    for (;;) {
      const states = [...(await members()).values()]
      if (
        states.some((state) => state.startsWith('Leader running')) &&
        states.some((state) => state.startsWith('Sync Standby'))
      )
        return
      await delay(500)
    }
  }

  /** Waits until Patroni on this machine runs and has the leader's lock. */
  async function untilLeading(name: Serving) {
    const ask = () => on(name).run(['curl', '-sf', 'http://127.0.0.1:8008/primary'])
    while (
      !(await ask().then(
        () => true,
        () => false,
      ))
    )
      await delay(200)
  }

  /**
   * Waits until a standby that was switched on follows the primary. If the state of the standby stays `starting`,
   * Patroni is started again, as the guide says. Patroni 3.0 starts a standby without the leader's address if the
   * standby sees no leader at that moment, and never adds the address.
   */
  async function untilBack(name: Serving): Promise<'by itself' | 'Patroni started again'> {
    const isBack = untilSynchronous().then(() => true)
    if (await Promise.race([isBack, delay(60_000, false, { ref: false })])) return 'by itself'
    expect((await members()).get(name)).toBe('Replica starting')
    await on(name).end('patroni', 'TERM')
    await on(name).start('patroni')
    await isBack
    return 'Patroni started again'
  }

  /** Waits until both servers are ready, and until both balancers list them as up. */
  async function untilReady() {
    for (const name of serving) {
      for (const each of serving) {
        const figures = ['curl', '-s', 'http://127.0.0.1:8404/;csv']
        const isUp = new RegExp(`^malar,${each},(?:[^,]*,){15}UP,`, 'm')
        while (
          !isUp.test(
            await on(name)
              .run(figures)
              .catch(() => ''),
          )
        )
          await delay(200)
      }
    }
  }

  /** Reads the first column of each row, on the primary. */
  async function sql(statement: string): Promise<string[]> {
    const text = await on(await primary()).run(['psql', '-Atd', 'malar', '-c', statement], 'postgres')
    return text.split('\n').filter(Boolean)
  }

  async function untilEnrolled(since: number) {
    while (!answers.some(({ status, at }) => status === 201 && at > since)) await delay(20)
  }

  /** Returns the longest time without an acknowledged enrolment after `since`, in ms. */
  function longestGap(since: number): number {
    const taken = answers.filter(({ status }) => status === 201).map(({ at }) => at)
    let before = since
    let longest = 0
    for (const at of taken) {
      if (at < since) continue
      longest = Math.max(longest, at - before)
      before = at
    }
    return Math.max(longest, Date.now() - before)
  }

  /**
   * Prints the counts of answers since the time `since`, and checks the answers that are right during any fault.
   * @param ofBroken further statuses that an enrolment may get if the fault interrupts it; 0 means no answer
   */
  function tell(name: string, since: number, facts: Record<string, unknown>, ofBroken: number[] = []) {
    const met = answers.filter(({ at }) => at >= since)
    const counts: Record<string, number> = {}
    for (const { kind, status } of met) counts[`${kind} ${status}`] = (counts[`${kind} ${status}`] ?? 0) + 1
    const slowest = Math.max(...met.filter(({ what }) => what === '/classes').map(({ ms }) => ms))
    console.info(`${name}: ${JSON.stringify({ ...facts, ...counts, slowestClassesMs: slowest })}`)
    const allowed = [201, 503, ...ofBroken]
    const wrong = ({ kind, status, retryAfter }: Answer) =>
      kind === 'enrolment'
        ? !allowed.includes(status) || (status === 503 && retryAfter === null)
        : status !== 200
    expect(met.filter(wrong)).toEqual([])
    for (const kind of ['enrolment', 'page', 'script'])
      expect(met.some((answer) => answer.kind === kind)).toBe(true)
  }

  test('a planned switch to another primary interrupts enrolments for less than ten seconds', async () => {
    const from = await primary()
    const since = Date.now()
    const command = [
      'patronictl',
      '-c',
      '/etc/patroni/config.yml',
      'switchover',
      '--master',
      from,
      '--candidate',
      other(from),
      '--force',
    ]
    await on(from).run(command, 'postgres')
    await untilSynchronous()
    await untilEnrolled(Date.now())
    const gap = longestGap(since)
    expect(await primary()).toBe(other(from))
    tell('planned hand-over', since, { gapMs: gap })
    expect(gap).toBeLessThan(10_000)
  })

  test('a machine starts its killed PostgreSQL again', async () => {
    const name = await primary()
    const since = Date.now()
    await on(name).run(['sh', '-c', 'kill -KILL $(head -1 /var/lib/postgresql/malar/postmaster.pid)'])
    await untilEnrolled(Date.now() + 1_000)
    await untilSynchronous()
    const gap = longestGap(since)
    tell('PostgreSQL killed', since, { gapMs: gap })
    expect(gap).toBeLessThan(ttlMs + 5_000)
  })

  test('when the primary dies, another one replaces it within the ttl in Patroni’s configuration plus five seconds', async () => {
    const name = await primary()
    const since = Date.now()
    await on(name).end('patroni', 'KILL')
    await on(name).run(['sh', '-c', 'kill -KILL $(head -1 /var/lib/postgresql/malar/postmaster.pid)'])
    await delay(1_000)
    await untilEnrolled(Date.now())
    while ((await primary()) === name) await delay(500)
    await untilEnrolled(Date.now())
    const gap = longestGap(since)
    await on(name).start('patroni')
    await untilSynchronous()
    tell('dead primary', since, { gapMs: gap })
    expect(gap).toBeLessThan(ttlMs + 5_000)
  })

  test('a killed server fails only the enrolments that it was answering', async () => {
    const since = Date.now()
    await on('malar1').signal('malar', 'KILL')
    await delay(1_000)
    await untilReady()
    await delay(2_000)
    tell('killed server', since, { gapMs: longestGap(since) }, [502])
    const lost = answers.filter(({ at, status }) => at >= since && status === 502)
    expect(lost.length).toBeLessThanOrEqual(writers)
  })

  test('while the machines are updated one after the other no visitor is refused, and every script can be loaded', async () => {
    await buildAnother(root, otherBuild)
    const scripts = (folder: string) =>
      globSync('build/client/assets/*.js', { cwd: folder }).map((file) => path.basename(file))
    const [before, after] = [scripts(root), scripts(otherBuild)]
    const since = Date.now()
    await renew('malar1')
    // Each server has only its own new or old script, and the balancer finds the server that has the script.
    for (const [name, has, lacks] of [
      ['malar1', after, before],
      ['malar2', before, after],
    ] as const) {
      const script = has.find((each) => !lacks.includes(each)) as string
      expect(script).toBeTruthy()
      expect(await statusOf(name, `http://${name}:3000/assets/${script}`)).toBe('200')
      expect(await statusOf(name, `http://${other(name)}:3000/assets/${script}`)).toBe('404')
      for (const each of serving)
        for (let count = 0; count < 6; count++)
          expect(await statusOf(each, `http://127.0.0.1:8080/assets/${script}`)).toBe('200')
    }
    await delay(3_000)
    await renew('malar2')
    await delay(2_000)
    tell('update node by node', since, { gapMs: longestGap(since) })
    const refused = answers.filter(({ at, status }) => at >= since && status >= 400)
    expect(refused).toEqual([])

    async function renew(name: Serving) {
      on(name).code = otherBuild
      await on(name).end('malar', 'TERM')
      await on(name).start('malar')
      await delay(2_500)
      await untilReady()
    }
  })

  test('a primary that is cut off from the other machines is replaced, and follows the new primary afterwards', async () => {
    const name = await primary()
    const since = Date.now()
    await on(name).leavePrivateNetwork()
    await delay(1_000)
    const elsewhere = () =>
      answers.filter(({ at, status, via }) => at > since + 1_000 && status === 201 && via !== addressOf(name))
    while (elsewhere().length === 0) await delay(20)
    const gap = (elsewhere()[0] as Answer).at - since
    await delay(10_000)
    // Visitors of the machine that is cut off get cached pages, and no enrolment succeeds there.
    const there = answers.filter(({ at, via }) => at > since + gap && via === addressOf(name))
    expect(new Set(there.filter(({ kind }) => kind === 'page').map(({ status }) => status))).toEqual(
      new Set([200]),
    )
    expect(there.filter(({ status }) => status === 201)).toEqual([])
    const healed = Date.now()
    await on(name).joinPrivateNetwork()
    await untilSynchronous()
    await untilReady()
    await untilEnrolled(Date.now())
    // The old primary does not replace the new primary.
    expect(await primary()).toBe(other(name))
    tell('primary cut off', since, { gapMs: gap, healedAfterMs: Date.now() - healed }, [502, 0])
    // An enrolment may stay without an answer only if it began when the primary was cut off. The commit of such an
    // enrolment waits for the standby longer than a visitor waits.
    const unanswered = answers.filter(({ at, status }) => at >= since && status === 0)
    expect(unanswered.filter(({ at, ms }) => at - ms > since + 5_000)).toEqual([])
    expect(gap).toBeLessThan(withEtcdMs)
  })

  for (const of of ['standby', 'primary'] as const)
    test(`enrolments continue when the machine of the ${of} loses its power, and the machine joins again later`, async () => {
      const name = of === 'primary' ? await primary() : other(await primary())
      const since = Date.now()
      await on(name).switchOff()
      await delay(of === 'primary' ? 1_000 : 20_000)
      await untilEnrolled(Date.now())
      const gap = longestGap(since)
      // Patroni can start again and lead while the other machine is off, because two of three etcd members are enough.
      expect(await membersBy(other(name))).toContain(other(name))
      await on(other(name)).signal('patroni', 'KILL')
      await untilLeading(other(name))
      await on(name).switchOn()
      await on(name).start('etcd')
      for (const service of ['haproxy', 'patroni', 'nginx', 'malar'] as const) await on(name).start(service)
      const back = await untilBack(name)
      await untilReady()
      tell(`${of} without power`, since, { gapMs: gap, back }, [502, 0])
      expect(gap).toBeLessThan(of === 'primary' ? withEtcdMs : ttlMs + 5_000)
    })

  test('both databases have exactly the acknowledged enrolments, each once', async () => {
    visitors.send('end')
    await ended
    const taken = answers.filter(({ status }) => status === 201)
    const rows = (await sql(`select id || ' ' || email from seat where email like 'visitor-%'`)).map((row) =>
      row.split(' '),
    )
    const ids = new Set(rows.map(([id]) => id))
    const emails = rows.map(([, email]) => email as string)
    console.info(`${taken.length} enrolments acknowledged, ${rows.length} there, ${answers.length} answers`)
    expect(taken.filter(({ id }) => !ids.has(id as string))).toEqual([])
    expect(emails.filter((email, at) => emails.indexOf(email) !== at)).toEqual([])
    expect(rows.length).toBe(new Set(taken.map(({ id }) => id)).size)
    // Both machines have every row.
    const count = `select count(*) from seat where email like 'visitor-%'`
    for (const name of serving) {
      const counted = () => on(name).run(['psql', '-Atd', 'malar', '-c', count], 'postgres')
      await expect.poll(counted, { timeout: 10_000 }).toBe(`${rows.length}\n`)
    }
  })

  const addressOf = (name: Serving) => `192.0.2.${serving.indexOf(name) + 1}`
  const statusOf = (name: Serving, url: string) =>
    on(name).run(['curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', url])
}
