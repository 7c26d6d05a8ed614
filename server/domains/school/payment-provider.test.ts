import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../tests/harness/app.ts'
import { onEachEngine, onSqlite } from '../../../tests/harness/on-each-engine.ts'
import { addCourse, confirm, enrol } from '../../../tests/harness/seats.ts'
import { storeSettings } from '../../../tests/harness/settings.ts'
import { readConfig } from '../../config.ts'
import { demonstrationSetting, writeSetting } from '../../db/settings.ts'
import { findProviderName, refuseSimulatedPayments } from './payment-provider.ts'

const storeMark = ({ db, deps: { clock } }: TestApp) =>
  writeSetting(db.write, demonstrationSetting, clock.today(), clock.now())

onSqlite('the payment provider at the start (architecture rule 13)', { isOwnSchool: true }, (app) => {
  async function start(env: Record<string, string>) {
    const config = readConfig({ DATA_DIR: app.folder, ...env })
    await refuseSimulatedPayments({ db: app.db, config })
    return findProviderName(app.db.read, config)
  }

  test('the simulator is refused on data that is not the demonstration’s, unless a variable allows it', async () => {
    const simulator = { PAYMENT_PROVIDER: 'simulator' }
    await expect(start(simulator)).rejects.toThrow('ALLOW_SIMULATED_PAYMENTS=1')
    expect(await start({ ...simulator, ALLOW_SIMULATED_PAYMENTS: '1' })).toBe('simulator')
  })

  test('a school that is not the demonstration is paid by UPI, even before it has a UPI ID', async () => {
    expect(await start({})).toBe('upi')
    expect(await start({ PAYMENT_PROVIDER: 'upi' })).toBe('upi')
    expect(await start({ ALLOW_SIMULATED_PAYMENTS: '1' })).toBe('upi')
  })

  test('payments are simulated in the demonstration, whatever DEMO says, unless PAYMENT_PROVIDER says UPI', async () => {
    await storeMark(app)
    expect(await start({})).toBe('simulator')
    expect(await start({ DEMO: '0' })).toBe('simulator')
    expect(await start({ PAYMENT_PROVIDER: 'simulator' })).toBe('simulator')
    expect(await start({ PAYMENT_PROVIDER: 'upi' })).toBe('upi')
  })
})

describe.each([
  ['no variable', ''],
  ['the variable “simulator”', 'simulator'],
])('a demonstration that is emptied while two servers run, with %s', (_, named) => {
  const env = { PAYMENT_PROVIDER: named, ALLOW_SIMULATED_PAYMENTS: '0' }

  onEachEngine('both servers take real payments afterwards', { env }, (app) => {
    let second: TestApp
    beforeAll(async () => {
      await storeMark(app)
      second = await startApp({ sharing: app, env })
    })
    afterAll(() => second.stop())
    const isSimulated = (at: TestApp) =>
      at.http('GET', '/api/school').then(({ body }) => body.simulatedPayments)

    test('no restart is needed, and a seat that was held before is paid by UPI', async () => {
      const { id } = await enrol(app, (await addCourse(app)).id)
      const means = async (at: TestApp) =>
        (await at.http('GET', `/api/enrollments/${id}`)).body.payment.provider
      for (const at of [app, second]) {
        expect([await isSimulated(at), await means(at)]).toEqual([true, 'simulator'])
      }
      await app.db.transaction(async (tx) => {
        await tx.deleteFrom('setting').where('name', '=', demonstrationSetting).execute()
        await app.db.changes.mark(tx, 'school')
      })
      for (const at of [app, second]) {
        await expect.poll(() => isSimulated(at)).toBe(false)
        expect(await means(at)).toBe('upi')
      }
      await storeSettings(app, { upiId: 'poonga@bank' })
      const paid = await confirm(second, id)
      expect([paid.status, paid.body.code]).toEqual([402, 'payment_pending'])
      expect((await app.http('GET', `/api/enrollments/${id}`)).body.payment.checking).toBe(true)
    })
  })
})
