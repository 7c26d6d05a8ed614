import { expect, test } from 'vitest'
import { endpoints } from '../../contract/index.ts'
import { schoolSettingsFields } from '../../contract/school/school-settings.ts'
import { readSettings } from '../../server/db/settings.ts'
import type { TestApp } from '../harness/app.ts'
import { callers, onEachEngine, onSqlite } from '../harness/on-each-engine.ts'
import { storeSettings } from '../harness/settings.ts'

const garbage = ['x', 'null', '{}', '"a"', '[[]]', '-1', '1e999', 'NaN', '', '[1]', 'x'.repeat(500_000)]

const names = [
  ...Object.keys(schoolSettingsFields).flatMap((name) => [`school.${name}`, `demonstration.${name}`]),
  ...['isOpen', 'logo', 'version'].map((name) => `school.${name}`),
  ...['hero', 'hall', 'bouquets', 'courses'].map((place) => `site-picture.${place}`),
  ...['isOpen', 'courseRating', 'noTopics', 'texts', 'fallbacks'].map((name) => `demonstration.${name}`),
  'demonstration',
  'emptied',
  'backup.at',
  'set-up.trial',
  'set-up.later.hours',
  'security.owners-need-second-factor',
  'mail-server',
]

/**
 * Settings that are damaged one at a time. If these settings were damaged together with others, the site would be
 * closed, and other damage would be hidden.
 */
const damagedAlone = ['school.isOpen', 'demonstration.isOpen', 'demonstration', 'emptied']
const others = names.filter((name) => !damagedAlone.includes(name))
const groups = 12
/** Settings that are damaged at the same time, from different parts of the list. */
const damagedTogether = [
  ...damagedAlone.map((name) => [name]),
  ...Array.from({ length: groups }, (_, group) => others.filter((_name, at) => at % groups === group)),
]

/** Stores setting values directly in the table, as an operator with SQL can. */
const store = (app: TestApp, settings: Record<string, string>) =>
  app.db.transaction(async (tx) => {
    for (const [name, value] of Object.entries(settings)) {
      const row = { name, value, updated_at: app.deps.clock.now() }
      const insert = tx.insertInto('setting').values(row)
      await insert.onConflict((old) => old.column('name').doUpdateSet(row)).execute()
    }
    for (const topic of ['school', 'mail-server', 'sessions']) await app.db.changes.mark(tx, topic)
  })

const reads = endpoints.filter(({ method, path }) => method === 'GET' && !path.includes(':'))

onSqlite('a stored setting that cannot be read', {}, (app) => {
  const { owner } = callers(app, 'owner')

  test('the list has every setting that the demonstration’s database has', async () => {
    const stored = [...(await readSettings(app.db.read)).keys()]
    expect(stored.filter((name) => !names.includes(name))).toEqual([])
  })

  test.each(damagedTogether.map((damaged) => [damaged.join(', '), damaged] as const))(
    'every call answers although %s have any wrong value',
    async (_names, damaged) => {
      const before = await readSettings(app.db.read, damaged)
      for (const round of garbage.keys()) {
        const values = damaged.map(
          (name, at) => [name, garbage[(round + at) % garbage.length] ?? ''] as const,
        )
        await store(app, Object.fromEntries(values))
        const faults: string[] = []
        for (const path of [
          '/api/school',
          '/api/fallbacks',
          '/api/courses',
          '/api/admin/school-settings',
          '/api/admin/set-up',
          '/api/admin/logo',
          '/api/admin/pages',
          '/api/admin/demonstration',
          '/api/admin/machine',
          '/api/admin/mail-server',
          '/api/admin/morning',
        ]) {
          const { status } = await app.http('GET', path, { token: owner.token })
          if (status >= 500 && status !== 503) faults.push(`${path} ${status}`)
        }
        const stored = values.map(([name, value]) => `${name}: ${value.slice(0, 9)}`)
        expect(faults, stored.join(', ')).toEqual([])
      }
      await app.db.write.deleteFrom('setting').where('name', 'in', damaged).execute()
      await store(app, Object.fromEntries(before))
    },
    60_000,
  )

  test('every read succeeds although all settings have one wrong value', async () => {
    const kept = await app.db.read.selectFrom('setting').selectAll().execute()
    for (const value of ['x', '{}', 'null']) {
      await store(app, Object.fromEntries(names.map((name) => [name, value])))
      const faults: string[] = []
      for (const { path } of reads) {
        const { status } = await app.http('GET', path, { token: owner.token })
        if (status >= 500 && status !== 503) faults.push(`${path} ${status}`)
      }
      expect(faults, value).toEqual([])
    }
    await app.db.write.deleteFrom('setting').execute()
    await app.db.write.insertInto('setting').values(kept).execute()
  }, 120_000)
})

onEachEngine('a setting that is entered again', {}, (app) => {
  const { owner, staff } = callers(app, 'owner', 'staff')
  const at = '/api/admin/school-settings'
  const put = (body: object, who = owner) => app.http('PUT', at, { token: who.token, body })
  const read = async () => (await app.http('GET', at, { token: owner.token })).body.data
  const unreadable = async () =>
    (await app.http('GET', '/api/admin/morning', { token: staff.token })).body.data.unreadableSettings

  test('Today names each unreadable setting until staff enter it again, even with the same value', async () => {
    expect(await unreadable()).toEqual([])
    await storeSettings(app, { holdHours: 'x', name: 'a\nb', hasStore: 'maybe', version: 'NaN' })
    expect(await unreadable()).toEqual([
      'school.hasStore',
      'school.holdHours',
      'school.name',
      'school.version',
    ])
    const { settings, version } = await read()
    expect([settings.hasStore, settings.name, version]).toEqual([false, '', 0])
    const { holdHours } = settings
    expect((await put({ holdHours, hasStore: true, name: 'Poonga', version })).status).toBe(200)
    expect(await unreadable()).toEqual([])
    expect(await read()).toMatchObject({
      settings: { holdHours, hasStore: true, name: 'Poonga' },
      version: 1,
    })
  })

  test('a damaged UPI ID brings no earlier account back, and a manager’s form leaves it to an owner', async () => {
    await storeSettings(app, { upiId: 'broken' })
    const { settings } = await read()
    expect([settings.upiId, (await app.http('GET', '/api/school')).body.upi.id]).toEqual(['', ''])
    expect((await put({ upiId: '', city: 'Madurai' }, staff)).status).toBe(200)
    expect(await unreadable()).toEqual(['school.upiId'])
    expect((await put({ upiId: 'malar@bank' })).status).toBe(200)
    expect(await unreadable()).toEqual([])
  })
})
