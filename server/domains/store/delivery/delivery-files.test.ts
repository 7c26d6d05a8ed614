import { beforeEach, describe, expect, test } from 'vitest'
import { emptyTables } from '../../../../tests/harness/app.ts'
import { callers, onSqlite } from '../../../../tests/harness/on-each-engine.ts'

type Cells = Record<string, string>

const zone: Cells = { name: 'Mylapore', pincodes: '600004, 60002', standardFee: '99' }
const slot: Cells = {
  name: 'Afternoon',
  way: 'Standard',
  from: '13:00',
  to: '18:00',
  closesOn: 'Same day',
  closesAt: '15:00',
}
const day: Cells = { day: '14/04/2026', closedFor: 'Tamil New Year' }
const lines = { zones: zone, slots: slot, days: day }
const pincodesSentence =
  'Enter six-digit pincodes, or the digits that pincodes start with, separated by commas'
const feeSentence = 'Enter a fee of 0 or more, with at most 2 decimal places'
const timeSentence = 'Enter a time such as 10:30'
const ordersSentence = 'Enter a whole number from 0 to 9,999, or leave it blank'

onSqlite('imports of delivery zones, slots and days', (app) => {
  const { staff, user } = callers(app, 'staff', 'user')
  beforeEach(() =>
    emptyTables(app, ['slot_day', 'delivery_zone', 'delivery_slot', 'delivery_day', 'audit_entry']),
  )
  const send = (what: string, rows: readonly Cells[], dryRun = false, token: string | null = staff.token) =>
    app.http('POST', `/api/admin/delivery-${what}/import`, { token, body: { dryRun, rows } })
  const report = async (...of: Parameters<typeof send>) => {
    const answer = await send(...of)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data as { valid: number; problems: { row: number; column: string; message: string }[] }
  }
  const list = async (what: string): Promise<Record<string, unknown>[]> =>
    (await app.http('GET', `/api/admin/delivery-${what}`, { token: staff.token })).body.data

  test.each([
    ['zones', zone],
    ['slots', slot],
    ['days', day],
  ])('delivery %s are imported only by staff', async (what, row) => {
    expect((await send(what, [row], false, null)).status).toBe(401)
    expect((await send(what, [row], false, user.token)).status).toBe(403)
    expect(await list(what)).toEqual([])
  })

  describe('wrong lines of an import', () => {
    test.each<[what: keyof typeof lines, wrong: Cells, column: string, sentence: string]>([
      ['zones', { name: '' }, 'name', 'Name is required'],
      ['zones', { name: 'x'.repeat(61) }, 'name', 'Use at most 60 characters'],
      ['zones', { pincodes: '' }, 'pincodes', pincodesSentence],
      ['zones', { pincodes: '60000A' }, 'pincodes', pincodesSentence],
      ['zones', { pincodes: '6000041' }, 'pincodes', pincodesSentence],
      ['zones', { pincodes: '௬௦௦௦௦௪' }, 'pincodes', pincodesSentence],
      ['zones', { standardFee: '-1' }, 'standardFee', feeSentence],
      ['zones', { expressFee: '₹99' }, 'expressFee', feeSentence],
      [
        'zones',
        { standardFee: '' },
        'standardFee',
        'Enter a fee for at least one type. Leave a type blank if you don’t offer it there.',
      ],
      ['slots', { name: '' }, 'name', 'Name is required'],
      ['slots', { way: 'bicycle' }, 'way', 'Enter one of these: standard, express, midnight, pickup'],
      ['slots', { from: '25:00' }, 'from', timeSentence],
      ['slots', { to: '' }, 'to', timeSentence],
      ['slots', { to: '13:00' }, 'to', 'Enter an end time after the start time'],
      [
        'slots',
        { to: '09:00' },
        'to',
        'Enter an end time after the start time. Only a midnight delivery time can start the evening before.',
      ],
      ['slots', { fee: 'free' }, 'fee', feeSentence],
      ['slots', { way: 'pickup', fee: '10' }, 'fee', 'Pickup has no fee. Leave this blank.'],
      ['slots', { capacity: '1.5' }, 'capacity', ordersSentence],
      ['slots', { capacity: '10000' }, 'capacity', ordersSentence],
      ['slots', { closesOn: 'never' }, 'closesOn', 'Enter one of these: Same day, Day before'],
      [
        'slots',
        { closesAt: '18:01' },
        'closesAt',
        'Orders must close before the delivery time ends. Enter 6:00 pm or an earlier time.',
      ],
      ['days', { day: '' }, 'day', 'Enter a date'],
      ['days', { day: '31/04/2026' }, 'day', 'That date doesn’t exist. Enter another date.'],
      ['days', { closedFor: 'x'.repeat(61) }, 'closedFor', 'Use at most 60 characters'],
      ['days', { capacity: '-1' }, 'capacity', ordersSentence],
      [
        'days',
        { closedFor: '' },
        'closedFor',
        'Enter what you’re closed for, or how many orders each delivery time takes that day',
      ],
    ])(
      'an imported line of delivery %s with %j is refused with a sentence',
      async (what, wrong, column, sentence) => {
        expect(await report(what, [{ ...lines[what], ...wrong }])).toEqual({
          valid: 0,
          problems: [{ row: 0, column, message: sentence }],
        })
        expect(await list(what)).toEqual([])
      },
    )
  })

  test('a dry run writes nothing; the import adds the valid lines, writes them to the audit log and reports the others', async () => {
    const rows = [
      zone,
      { ...zone, pincodes: 'x' },
      { ...zone, name: 'Adyar', pincodes: '600020', freeFrom: '2500' },
    ]
    const summary = { valid: 2, problems: [{ row: 1, column: 'pincodes', message: pincodesSentence }] }
    expect(await report('zones', rows, true)).toEqual(summary)
    expect(await list('zones')).toEqual([])
    expect(await report('zones', rows)).toEqual(summary)
    expect(await list('zones')).toMatchObject([
      { name: 'Adyar', pincodes: ['600020'], standardFee: 99, expressFee: null, freeFrom: 2500 },
      { name: 'Mylapore', pincodes: ['600004', '60002'] },
    ])
    const audit = await app.db.read
      .selectFrom('audit_entry')
      .select(['kind', 'title', 'actor_email'])
      .orderBy('title')
      .execute()
    expect(audit.map(({ kind, title }) => [kind, title])).toEqual([
      ['delivery-zone', 'Adyar'],
      ['delivery-zone', 'Mylapore'],
    ])
    expect(audit.every(({ actor_email }) => actor_email === staff.email)).toBe(true)
  })

  test('an imported pincode is refused if an existing zone or an earlier line of the file has it', async () => {
    await report('zones', [zone])
    const taken = (pincode: string, of: string) =>
      `${pincode} is already in the zone ${of}. Remove it there first.`
    expect(
      await report('zones', [
        { ...zone, name: 'A', pincodes: '600017, 600004' },
        { ...zone, name: 'B', pincodes: '600018' },
        { ...zone, name: 'C', pincodes: '600018 600019' },
        // Row A was refused, so its pincode 600017 is still free for row D.
        { ...zone, name: 'D', pincodes: '600017' },
      ]),
    ).toEqual({
      valid: 2,
      problems: [
        { row: 0, column: 'pincodes', message: taken('600004', 'Mylapore') },
        { row: 2, column: 'pincodes', message: taken('600018', 'B') },
      ],
    })
    expect((await list('zones')).map(({ name }) => name)).toEqual(['B', 'D', 'Mylapore'])
  })

  test.each<[string, Cells[], string]>([
    [
      'zones',
      [zone, { ...zone, name: 'Adyar', pincodes: '600020' }],
      '600004 is already in the zone Mylapore. Remove it there first.',
    ],
    [
      'slots',
      [slot, { ...slot, way: 'pickup' }],
      'There is already a delivery time with this name, type and hours. Change one of them.',
    ],
    [
      'days',
      [day, { day: '2026-05-01', capacity: '0' }],
      'Tuesday 14 April 2026 is already on the list. Edit it instead.',
    ],
  ])('importing the same file or line of delivery %s again adds nothing', async (what, rows, sentence) => {
    expect(await report(what, [...rows, rows[0] as Cells])).toMatchObject({
      valid: 2,
      problems: [{ row: 2, message: sentence }],
    })
    const before = await list(what)
    expect(before).toHaveLength(2)
    expect(await report(what, rows)).toMatchObject({
      valid: 0,
      problems: [{ row: 0, message: sentence }, { row: 1 }],
    })
    expect(await list(what)).toEqual(before)
  })

  test('visitors are offered imported zones, slots and closed days', async () => {
    await report('zones', [zone])
    await report('slots', [{ ...slot, capacity: '3' }])
    await report('days', [{ day: '2026-03-05', closedFor: 'Pongal' }])
    const { body } = await app.http('GET', '/api/delivery-options?pincode=600004&from=2026-03-04&days=2')
    expect(
      body.days.map(
        ({ options: [one] }: { options: { name: string; fee: number; left: number; reason: string }[] }) => [
          one?.name,
          one?.fee,
          one?.reason,
        ],
      ),
    ).toEqual([
      ['Afternoon', 99, null],
      ['Afternoon', 99, 'Closed for Pongal'],
    ])
  })

  test('an import of 10,000 lines is refused, and an import of 1,000 lines is accepted', async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => ({ ...zone, pincodes: String(100_000 + n) }))
    const answer = await send('zones', rows)
    expect([answer.status, Object.values(answer.body.fields)]).toEqual([
      400,
      ['Import at most 1000 rows at a time'],
    ])
    expect(await list('zones')).toEqual([])
    expect(await report('zones', rows.slice(0, 1000))).toEqual({ valid: 1000, problems: [] })
  })
})
