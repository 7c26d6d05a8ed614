import type { ChildProcess } from 'node:child_process'
import { globSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAnother } from '../harness/another-build.ts'
import {
  commandsOf,
  host,
  missingForOneMachine,
  OneMachine,
  visitors,
  type Way,
  ways,
} from '../harness/one-machine.ts'
import { runScript } from '../harness/run-script.ts'
import type { Answer, VisitorsOrder } from '../harness/visitors.ts'
import { makeSchool, root, type School, scratchFolder } from './server-process.ts'
import { isFull } from './size.ts'

const site = `https://${host}`
const node = 'node_modules/.bin/node'
const backups = '/var/lib/malar-backups'
/** The time in ms for which Caddy lets visitors wait for a server. */
const waitMs = 30_000

// The quick run starts and installs nothing; `tests/architecture/one-machine.test.ts` checks the files.
if (!isFull) test('one machine of the example is tested by npm run robustness -- one-machine alone', () => {})
else {
  const missing = await missingForOneMachine()
  if (missing === null) severalWays()
  else
    test(`did NOT run: ${missing}`, () => {
      console.warn(`\nThe example's machine did NOT run: ${missing}.\n`)
    })
}

function severalWays() {
  const scratch = scratchFolder()
  const otherBuild = path.join(scratch, 'other')
  const backup = path.join(scratch, 'school')
  let school: School

  beforeAll(async () => {
    await buildAnother(root, otherBuild)
    school = await makeSchool('sqlite', [{ capacity: null, title: 'Jasmine Stringing' }])
    // The secret of this school is an environment variable, so a restore of its backup keeps the machine's own secret.
    const made = await runScript('backup', [backup], school.env)
    expect(made.code).toBe(0)
  }, 600_000)
  afterAll(() => {
    school?.remove()
    rmSync(scratch, { recursive: true, force: true })
  })

  describe.each(ways)('a school on one machine, by %s', (way) => {
    const stage: Stage = { machine: undefined as unknown as OneMachine, answers: [], way }
    beforeAll(async () => {
      stage.machine = await OneMachine.start(way, root)
      await putSettings(stage)
    }, 120_000)
    afterAll(() => stage.machine?.stop())
    firstDay(stage)
    restartsUnderLoad(stage, { backup, otherBuild, courseIds: () => school.courses.map(({ id }) => id) })
    nights(stage)
  })
}

interface Stage {
  machine: OneMachine
  answers: Answer[]
  way: Way
}

/** Runs the commands of the README's section on settings, with the test's host name. */
async function putSettings({ machine, way }: Stage) {
  const commands = commandsOf('2. Settings').replaceAll('flowers.example', host)
  await machine.run(['bash', '-e', '-c', commands])
  if (way === 'systemd') {
    await machine.run([
      'sh',
      '-c',
      `cd /opt/malar && cp -r examples/one-machine/systemd/. /etc/systemd/system/`,
    ])
    await machine.run(['chown', '-R', 'caddy:', '/var/lib/caddy'])
  }
  await machine.set({ SCHOOL_UPI_ID: 'poonga@bank', NODE_NO_WARNINGS: '1' })
}

async function untilReady(machine: OneMachine) {
  const ask = ['curl', '-sf', '-o', '/dev/null', 'http://127.0.0.1:3000/readyz']
  while (
    !(await machine.run(ask).then(
      () => true,
      () => false,
    ))
  )
    await delay(100)
}

/** Reads rows of the school's database on the machine. */
async function sql(machine: OneMachine, statement: string, dataDir = '/var/lib/malar'): Promise<string[]> {
  const program = `const { DatabaseSync } = require('node:sqlite')
    const rows = new DatabaseSync(process.argv[1] + '/malar.db').prepare(process.argv[2]).all()
    for (const row of rows) console.log(Object.values(row).join(' '))`
  const { code, stdout, stderr } = await machine.runAs('malar', [node, '-e', program, dataDir, statement])
  expect([code, stderr]).toEqual([0, ''])
  return stdout.split('\n').filter(Boolean)
}

function firstDay(stage: Stage) {
  if (stage.way === 'systemd')
    test('systemd accepts the units', async () => {
      const units = ['malar.service', 'malar-backup.service', 'malar-backup.timer']
      const paths = [
        ...units.map((unit) => `/etc/systemd/system/${unit}`),
        '/lib/systemd/system/caddy.service',
      ]
      const command = `systemd-analyze verify --man=no ${paths.join(' ')} 2>&1`
      expect(await stage.machine.run(['sh', '-c', command])).toBe('')
    })

  test('the first start serves an empty school over TLS by Caddy’s own authority', async () => {
    const { machine } = stage
    machine.start('caddy')
    machine.start('malar')
    await untilReady(machine)
    const authority = [
      '/opt/volumes/data/caddy/pki/authorities/local/root.crt',
      '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt',
    ].at(stage.way === 'systemd' ? 1 : 0) as string
    const read = () => machine.run(['cat', authority]).catch(() => '')
    await expect.poll(read).toContain('END CERTIFICATE')
    writeFileSync(machine.certificate, await read())
    await expect.poll(() => machine.ask(`${site}/`).then(({ status }) => status, String)).toBe(200)
    const home = await machine.ask(`${site}/`)
    expect(home.head).toContain('strict-transport-security: max-age=31536000')
    expect(home.head).toMatch(/^http\/2 200/)
    expect(home.body).toContain(site)
    const account = stage.way === 'systemd' ? 'malar' : 'node'
    const owners = await machine.run([
      'stat',
      '-c',
      '%U %a',
      '/var/lib/malar/malar.db',
      '/var/lib/malar/secret',
    ])
    expect(owners).toBe(`${account} 600\n${account} 600\n`)
  })

  test('http leads to https, and nobody outside reaches port 3000', async () => {
    const { status, head } = await stage.machine.ask(`http://${host}/classes?sort=price`)
    expect(status).toBe(308)
    expect(head).toContain(`location: ${site}/classes?sort=price\r\n`)
    for (const who of [0, 1])
      await expect(stage.machine.ask(`http://${host}:3000/`, [], who)).rejects.toThrow('Failed to connect')
  })

  test('limits count each visitor by the visitor’s own address, and a forged address changes nothing', async () => {
    const { machine } = stage
    let asked = 0
    const signIn = async (who: number, ...more: string[]) => {
      const body = JSON.stringify({ email: `nobody-${asked++}@${host}`, password: 'a wrong password' })
      const login = ['-H', 'content-type: application/json', '--data', body]
      return (await machine.ask(`${site}/api/auth/signin`, [...login, ...more], who)).status
    }
    const forged = [
      '-H',
      'x-forwarded-for: 203.0.113.9',
      '-H',
      'forwarded: for=203.0.113.9',
      '-H',
      'x-real-ip: 203.0.113.9',
    ]
    const statuses: number[] = []
    // Each attempt is for another account, because guesses at one account are limited earlier than calls from one
    // address.
    for (let count = 0; count < 11; count++) statuses.push(await signIn(0, ...(count % 2 ? forged : [])))
    expect(new Set(statuses.slice(0, 10))).toEqual(new Set([401]))
    expect(statuses[10]).toBe(429)
    expect(await signIn(0, ...forged)).toBe(429)
    expect(await signIn(1)).toBe(401)
    expect(await signIn(1, '-H', `x-forwarded-for: ${visitors[0].own}`)).toBe(401)
  })

  test('a visitor cannot choose the id that the server writes into its log', async () => {
    const forged = 'mine-and-nobody-elses'
    const { body } = await stage.machine.ask(`${site}/api/nothing`, ['-H', `x-request-id: ${forged}`])
    expect(JSON.parse(body).requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    expect(stage.machine.outputOf('malar')).not.toContain(forged)
  })
}

function restartsUnderLoad(
  stage: Stage,
  { backup, otherBuild, courseIds }: { backup: string; otherBuild: string; courseIds: () => string[] },
) {
  let load: ChildProcess
  let ended: Promise<unknown>
  const { answers } = stage
  afterAll(async () => {
    load?.kill('SIGKILL')
    await ended
  })

  async function untilEnrolled(since: number) {
    while (!answers.some(({ status, at }) => status === 201 && at > since)) await delay(20)
  }

  /** Prints the counts of answers since the time `since`, and checks that every page and script was served. */
  function tell(name: string, since: number, refused: number[] = []) {
    const met = answers.filter(({ at }) => at >= since)
    const counts: Record<string, number> = {}
    for (const { kind, status } of met) counts[`${kind} ${status}`] = (counts[`${kind} ${status}`] ?? 0) + 1
    const slowestMs = Math.max(...met.map(({ ms }) => ms))
    console.info(`${stage.way}, ${name}: ${JSON.stringify({ ...counts, slowestMs })}`)
    const wrong = ({ kind, status }: Answer) =>
      kind === 'enrolment' ? ![201, ...refused].includes(status) : status !== 200
    expect(met.filter(wrong)).toEqual([])
    expect(slowestMs).toBeLessThan(waitMs)
  }

  test('a backup of another machine is restored by the command of the README, and its school is served', async () => {
    const { machine } = stage
    await machine.end('malar')
    await machine.run(['cp', '-r', backup, `${backups}/2000-01-01-000000`])
    const account = stage.way === 'systemd' ? 'malar' : 'node'
    await machine.run(['chown', '-R', `${account}:`, backups])
    const restore = [node, 'scripts/restore.ts', `${backups}/2000-01-01-000000`]
    expect((await machine.runAs('backup', restore)).stderr).toContain('There is already data')
    expect(await machine.runAs('backup', [...restore, '--force'])).toMatchObject({ code: 0 })
    await machine.run(['rm', '-r', `${backups}/2000-01-01-000000`])
    await machine.set({ RATE_LIMIT_FACTOR: '1000000' })
    machine.start('malar')
    await untilReady(machine)
    expect((await machine.ask(`${site}/classes`)).body).toContain('Jasmine Stringing')
  })

  test('a restart under load refuses no page and no enrolment', async () => {
    const { machine } = stage
    const order: VisitorsOrder = {
      host,
      addresses: [visitors[0].machine],
      certificate: machine.certificate,
      courseIds: courseIds(),
      writers: 10,
      readers: 10,
      pages: ['/classes', '/', '/about'],
    }
    load = machine.startVisitors(process.execPath, [
      path.join(root, 'tests/harness/visitors.ts'),
      JSON.stringify(order),
    ])
    ended = new Promise((resolve) => load.once('exit', resolve))
    createInterface({ input: load.stdout as NodeJS.ReadableStream }).on('line', (line) =>
      answers.push(JSON.parse(line) as Answer),
    )
    await untilEnrolled(Date.now())
    const since = Date.now()
    await machine.end('malar')
    machine.start('malar')
    await untilReady(machine)
    await untilEnrolled(Date.now())
    tell('restart', since)
  })

  test('after a kill the server starts again by itself, and only enrolments that it was answering fail', async () => {
    const since = Date.now()
    await stage.machine.signal('malar', 'KILL')
    await delay(1_000)
    await untilReady(stage.machine)
    await untilEnrolled(Date.now())
    tell('kill', since, [502])
    const lost = answers.filter(({ at, status }) => at >= since && status === 502)
    expect(lost.length).toBeLessThanOrEqual(10)
  })

  test('an update under load serves the pages and scripts of the new build', async () => {
    const { machine } = stage
    const scripts = (folder: string) =>
      globSync('build/client/assets/*.js', { cwd: folder }).map((file) => path.basename(file))
    const [before, after] = [scripts(root), scripts(otherBuild)]
    const gone = before.find((each) => !after.includes(each)) as string
    const come = after.find((each) => !before.includes(each)) as string
    const status = async (script: string) => (await machine.ask(`${site}/assets/${script}`)).status
    expect([await status(gone), await status(come)]).toEqual([200, 404])
    const since = Date.now()
    await machine.end('malar')
    await machine.use(otherBuild)
    machine.start('malar')
    await untilReady(machine)
    await untilEnrolled(Date.now())
    expect([await status(gone), await status(come)]).toEqual([404, 200])
    const { head } = await machine.ask(`${site}/assets/${gone}`)
    expect(head).not.toContain('immutable')
    const { body } = await machine.ask(`${site}/`)
    const named = [...new Set(body.match(/(?<=\/assets\/)[\w.-]+\.js/g) ?? [])]
    expect(named.some((each) => !before.includes(each))).toBe(true)
    expect(named.filter((each) => !after.includes(each))).toEqual([])
    // A page from before the update may request a script that is gone. Such a visitor loads the page again.
    const met = answers.filter(({ at }) => at >= since)
    const ofOldPages = met.filter(({ kind, status: of }) => kind === 'script' && of === 404)
    for (const { what } of ofOldPages) expect(after).not.toContain(path.basename(what))
    answers.splice(0, answers.length, ...answers.filter((each) => !ofOldPages.includes(each)))
    tell(`update, ${ofOldPages.length} scripts of old pages`, since)
  })

  test('every acknowledged enrolment is in the database exactly once', async () => {
    load.send('end')
    await ended
    const taken = answers.filter(({ status }) => status === 201)
    const rows = await sql(stage.machine, `select id, email from seat where email like 'visitor-%'`)
    const ids = new Set(rows.map((row) => row.split(' ')[0]))
    const emails = new Set(rows.map((row) => row.split(' ')[1]))
    console.info(`${stage.way}: ${taken.length} enrolments acknowledged, ${rows.length} there`)
    expect(taken.filter(({ id }) => !ids.has(id as string))).toEqual([])
    expect(emails.size).toBe(rows.length)
    expect(rows.length).toBe(new Set(taken.map(({ id }) => id)).size)
  })

  test('while no server answers, Caddy answers with a page, and its log has no visitor’s address or link', async () => {
    const { machine } = stage
    await machine.end('malar')
    const { status, head, body } = await machine.ask(`${site}/payment?enrollment=a-secret`)
    expect([status, body]).toEqual([
      503,
      'The site is not available right now. Please try again in a moment.',
    ])
    expect(head).toContain('retry-after: 5')
    machine.start('malar')
    await untilReady(machine)
    const log = machine.outputOf('caddy')
    expect(log).toContain('certificate obtained successfully')
    for (const word of ['a-secret', '/classes', ...visitors.map(({ own }) => own)])
      expect(log).not.toContain(word)
  })
}

function nights(stage: Stage) {
  const list = async () =>
    (await stage.machine.run(['sh', '-c', `ls ${backups}`])).split('\n').filter(Boolean)
  const days = (count: number) =>
    Array.from({ length: count }, (_, n) => `2020-01-${String(n + 1).padStart(2, '0')}-033000`)

  test('the nightly backup is proved by a restore, and the 14 newest stay', async () => {
    const { machine } = stage
    const account = stage.way === 'systemd' ? 'malar' : 'node'
    for (const day of days(15)) await machine.run(['mkdir', `${backups}/${day}`], account)
    const check = ['sh', 'examples/one-machine/backup.sh', 'check']
    await machine.run(['sh', '-c', `touch -d 2020-01-20 ${backups}/*`])
    expect((await machine.runAs('backup', check)).code).toBe(1)
    const said = /The backup was restored for a trial, and is kept as \S+\/(\S+)\./
    if (stage.way === 'systemd') {
      const made = await machine.runAs('backup', machine.unitOf('backup').command)
      expect(made).toMatchObject({ code: 0, stderr: '' })
      expect(made.stdout).toMatch(said)
    } else {
      machine.start('backup', { BACKUP_AT: '0000' })
      await expect.poll(() => machine.outputOf('backup'), { timeout: 60_000 }).toMatch(said)
      await expect.poll(async () => (await list()).length, { timeout: 10_000 }).toBe(15)
      await machine.end('backup')
    }
    const kept = (await list()).filter((name) => name !== 'lock')
    expect(kept).toHaveLength(14)
    expect(kept.slice(0, 13)).toEqual(days(15).slice(2))
    expect(kept[13]).toMatch(/^20[2-9]\d-\d\d-\d\d-\d{6}$/)
    expect(await machine.run(['stat', '-c', '%U %a', `${backups}/${kept[13]}`])).toBe(`${account} 700\n`)
    expect((await machine.runAs('backup', check)).code).toBe(0)
  })

  test('the backup is restored into an empty folder, and the school is served from there', async () => {
    const { machine } = stage
    const newest = (await list()).findLast((name) => name !== 'lock') as string
    const fresh = { DATA_DIR: '/var/lib/malar/fresh' }
    const restored = await machine.runAs(
      'backup',
      [node, 'scripts/restore.ts', `${backups}/${newest}`],
      fresh,
    )
    expect(restored).toMatchObject({ code: 0 })
    const seats = `select id from seat order by id`
    expect(await sql(machine, seats, fresh.DATA_DIR)).toEqual(await sql(machine, seats))
    await machine.end('malar')
    machine.start('malar', fresh)
    await untilReady(machine)
    expect((await machine.ask(`${site}/classes`)).body).toContain('Jasmine Stringing')
  })

  test('a backup that cannot be restored gets no date, and removes no other', async () => {
    const { machine } = stage
    const before = await list()
    const program = `const { DatabaseSync } = require('node:sqlite')
      const db = new DatabaseSync('/var/lib/malar/malar.db', { enableForeignKeyConstraints: false })
      db.exec("delete from course")`
    const broken = await machine.runAs('malar', [node, '-e', program])
    expect(broken).toMatchObject({ code: 0 })
    const made = await machine.runAs('backup', ['sh', 'examples/one-machine/backup.sh'])
    expect(made.code).toBe(1)
    expect(made.stderr).toContain('The database in the backup is damaged')
    const dated = (names: string[]) => names.filter((name) => name.startsWith('2'))
    expect(dated(await list())).toEqual(dated(before))
  })
}
