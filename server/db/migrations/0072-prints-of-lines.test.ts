import { expect, test } from 'vitest'
import { emptyDatabase } from '../../../tests/harness/app.ts'
import { onEachDatabase } from '../../../tests/harness/on-each-engine.ts'
import { fingerprintOf, printOf } from '../../domains/money-desk/statement-overlap.ts'
import { migrate } from '../migrate.ts'
import { migrations } from './index.ts'

const at = '2026-03-02T06:30:00.000Z'
const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0072'))

onEachDatabase('0072-prints-of-lines and 0073-keys-of-receipts', emptyDatabase, ({ db }) => {
  test('lines of before are recognised in their old file; only the bank’s numbers stay keys', async () => {
    await migrate(db, before)
    const file = [
      ['a', 'BY TRANSFER-UPI/CR/606112345671/CHITRA', 'TRANSFER FROM 4897694162092', '606112345671'],
      ['b', 'BY TRANSFER', 'TRANSFER FROM 4897694162092', 'TRANSFER FROM 4897694162092'],
      ['c', 'UPI-CHITRA-919841000003@YBL-632155123461', '919841000003', '632155123461'],
      ['d', 'UPI-REVATHI', '6.32155E+11', null],
      ['e', 'UPI-UMA', '0000632155123462', '632155123462'],
      ['f', 'BY CASH', null, null],
      ['g', 'BY CASH', null, null],
    ] as const
    for (const [id, description, reference] of file) {
      const line = { id, description, reference, fingerprint: id, file_name: 'march.csv' }
      await db.write
        .insertInto('statement_line')
        .values({ ...line, booked_on: '2026-03-02', amount_in_paise: 50_000, status: 'open', created_at: at })
        .execute()
    }
    const keys = [
      ['GPay', null],
      ['6072 1234 5678', null],
      ['N321262345678901', null],
      ['TRANSFER FROM 4897694162092', 'b'],
      ['919841000003', 'c'],
      ['LINE-f', 'f'],
    ] as const
    for (const [provider_id, line_id] of keys) {
      const id = `of ${provider_id}`
      await db.write
        .insertInto('receipt')
        .values({
          id,
          kind: 'received',
          provider: 'staff',
          provider_id,
          amount_in_paise: 50_000,
          happened_at: at,
          recorded_at: at,
        })
        .execute()
      await db.write
        .insertInto('receipt_key')
        .values({ provider: 'staff', provider_id, receipt_id: id })
        .execute()
      if (line_id === null) continue
      await db.write.insertInto('bank_match').values({ line_id, receipt_id: id, matched_at: at }).execute()
    }
    // An id of a provider is whatever the provider says.
    const ofProvider = { provider: 'upi', provider_id: 'TXN1', receipt_id: 'of GPay' }
    await db.write.insertInto('receipt_key').values(ofProvider).execute()

    await migrate(db, migrations)
    const lines = await db.read
      .selectFrom('statement_line')
      .select(['id', 'description', 'reference', 'fingerprint'])
      .orderBy('id')
      .execute()
    expect(lines.map(({ id, reference }) => [id, reference])).toEqual(
      file.map(([id, , , reference]) => [id, reference]),
    )
    for (const { id, description, reference, fingerprint } of lines) {
      const row = { day: '2026-03-02', amount: '500.00', description, reference: reference ?? '' }
      expect([id, fingerprint]).toEqual([id, fingerprintOf(printOf(row), id === 'g' ? 2 : 1)])
    }
    const left = await db.read
      .selectFrom('receipt_key')
      .select(['receipt_id', 'provider_id'])
      .orderBy('provider_id')
      .execute()
    expect(left.map(({ receipt_id, provider_id }) => [receipt_id, provider_id])).toEqual(
      [
        ['of 6072 1234 5678', '607212345678'],
        ['of 919841000003', '632155123461'],
        ['of LINE-f', 'LINE-f'],
        ['of TRANSFER FROM 4897694162092', 'LINE-b'],
        ['of N321262345678901', 'N321262345678901'],
        ['of GPay', 'TXN1'],
      ].sort((one, other) => ((one[1] ?? '') < (other[1] ?? '') ? -1 : 1)),
    )
    const { provider_id } = await db.read
      .selectFrom('receipt')
      .select('provider_id')
      .where('id', '=', 'of GPay')
      .executeTakeFirstOrThrow()
    expect(provider_id).toBe('GPay')
  })
})
