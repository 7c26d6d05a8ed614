import { beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyTables } from '../../../../tests/harness/app.ts'
import { callers, onSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'
import * as existing from '../../../db/existing.ts'

type Cells = Record<string, string>

const coupon: Cells = { code: 'PONGAL10', offer: '10% off' }
const percentSentence = 'Enter a whole percentage from 1 to 100'
const offerSentence = 'Enter the discount, such as “10% off”, “₹200 off” or “Free delivery”'
const usesSentence = 'Enter the number of uses, 1 or more'
const taken = 'There’s already a coupon with this code.'

onSqlite('the import of coupons from a file', (app) => {
  const { staff, user } = callers(app, 'staff', 'user')
  beforeEach(() => emptyTables(app, ['file_import_row', 'file_import', 'coupon', 'audit_entry']))
  const send = (rows: readonly Cells[], dryRun = false, token: string | null = staff.token) =>
    app.http('POST', '/api/admin/coupons/import', { token, body: { dryRun, rows } })
  const report = async (...of: Parameters<typeof send>) => {
    const answer = await send(...of)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data
  }
  const list = async (): Promise<Record<string, unknown>[]> =>
    (await app.http('GET', '/api/admin/coupons?sort=code', { token: staff.token })).body.data

  test('only staff can import coupons', async () => {
    expect((await send([coupon], false, null)).status).toBe(401)
    expect((await send([coupon], false, user.token)).status).toBe(403)
    expect(await list()).toEqual([])
  })

  describe('a bad line of a coupon file', () => {
    test.each<[wrong: Cells, column: string, sentence: string]>([
      [{ code: '' }, 'code', 'Enter a code'],
      [{ code: 'A?' }, 'code', 'Enter a code of 3 to 24 letters, digits and hyphens'],
      [{ offer: '' }, 'offer', offerSentence],
      [{ offer: 'a lot' }, 'offer', offerSentence],
      [{ offer: '-5' }, 'offer', offerSentence],
      [{ offer: '101%' }, 'offer', percentSentence],
      [{ offer: '0% off' }, 'offer', percentSentence],
      [{ offer: '₹0 off' }, 'offer', 'Enter a discount above 0, with at most 2 decimal places'],
      [{ most: 'x' }, 'most', 'Enter a maximum discount above 0, with at most 2 decimal places'],
      [{ minimum: '-1' }, 'minimum', 'Enter a minimum of 0 or more, with at most 2 decimal places'],
      [{ startsOn: '31/04/2026' }, 'startsOn', 'That date doesn’t exist. Enter another date.'],
      [
        { startsOn: '2026-03-02', endsOn: '01/03/2026' },
        'endsOn',
        'Choose a last day that isn’t before the first day',
      ],
      [{ usesMax: '0' }, 'usesMax', usesSentence],
      [{ usesEach: '1.5' }, 'usesEach', usesSentence],
      [{ firstOnly: 'perhaps' }, 'firstOnly', 'Enter Yes or No'],
      [{ isActive: 'perhaps' }, 'isActive', 'Enter Yes or No'],
      [
        { scope: 'Hats' },
        'scope',
        'Enter one of these: Everything; The whole store; Some categories of the store; Some products; Courses, all or some',
      ],
      [{ scope: 'Some products' }, 'scopeItems', 'Choose the products that this coupon is for'],
      [{ note: 'x'.repeat(301) }, 'note', 'Use at most 300 characters'],
      [{ credit: 'Given by the school' }, 'credit', 'Store credit can’t be imported. Leave this blank.'],
    ])(
      'a line of a coupon file with %j is refused with the sentence for that column',
      async (wrong, column, sentence) => {
        expect(await report([{ ...coupon, ...wrong }])).toEqual({
          valid: 0,
          problems: [{ row: 0, column, message: sentence }],
        })
        expect(await list()).toEqual([])
      },
    )
  })

  test.each<[offer: string, kind: string, percent: number | null, amount: number | null]>([
    ['10% off', 'percent', 10, null],
    ['15 %', 'percent', 15, null],
    ['₹200 off', 'rupees', null, 200],
    ['₹1,250.50 off', 'rupees', null, 1250.5],
    ['Rs. 99', 'rupees', null, 99],
    ['free delivery', 'free-delivery', null, null],
  ])(
    'the offer “%s” in a coupon file is read with its kind and its amount',
    async (offer, kind, percent, amount) => {
      expect(await report([{ ...coupon, offer }])).toEqual({ valid: 1, problems: [] })
      expect(await list()).toMatchObject([{ kind, percent, amount, scope: 'all', isActive: true }])
    },
  )

  test('a dry run stores nothing; the import adds the good lines with audit entries, and reports the bad lines', async () => {
    const full: Cells = {
      code: 'first200',
      offer: '₹200 off',
      minimum: '1500',
      startsOn: '10/03/2026',
      endsOn: '2026-03-20',
      usesMax: '50',
      usesEach: '1',
      firstOnly: 'Yes',
      scope: 'some categories of the store',
      scopeItems: 'Bouquets, Garlands',
      isActive: 'No',
      note: 'For our anniversary',
    }
    const rows = [coupon, { ...coupon, code: 'X' }, full]
    const reported = {
      valid: 2,
      problems: [{ row: 1, column: 'code', message: 'Enter a code of 3 to 24 letters, digits and hyphens' }],
    }
    expect(await report(rows, true)).toEqual(reported)
    expect(await list()).toEqual([])
    expect(await report(rows)).toEqual(reported)
    expect(await list()).toMatchObject([
      {
        code: 'FIRST200',
        amount: 200,
        minimum: 1500,
        startsOn: '2026-03-10',
        endsOn: '2026-03-20',
        usesMax: 50,
        usesEach: 1,
        firstOnly: true,
        scope: 'categories',
        scopeItems: ['Bouquets', 'Garlands'],
        isActive: false,
        note: 'For our anniversary',
      },
      { code: 'PONGAL10', percent: 10 },
    ])
    const audit = await app.db.read.selectFrom('audit_entry').select('title').orderBy('title').execute()
    expect(audit.map(({ title }) => title)).toEqual(['FIRST200', 'PONGAL10'])
  })

  test('lines that name an unknown product are refused, and one query checks all lines of the file', async () => {
    const listExistingIds = vi.spyOn(existing, 'listExistingIds')
    const roses = await addProduct(app, 1, 'Roses')
    const of = (code: string, scopeItems: string) => ({ ...coupon, code, scope: 'Some products', scopeItems })
    const rows = [of('ROSES', roses), of('GONE', `${roses}, gone`), of('NOBODY', 'nobody')]
    expect(await report(rows)).toEqual({
      valid: 1,
      problems: ['gone', 'nobody'].map((id, n) => ({
        row: n + 1,
        column: 'scopeItems',
        message: `There is no product with the id ${id}. Choose from the list.`,
      })),
    })
    expect(listExistingIds).toHaveBeenCalledTimes(1)
    listExistingIds.mockRestore()
    expect(await list()).toMatchObject([{ code: 'ROSES', scopeItems: [roses] }])
  })

  test('a line of the file adds nothing if its code exists already in the database or further up in the file', async () => {
    const rows = [coupon, { ...coupon, code: 'second' }]
    expect(await report([...rows, { ...coupon, code: 'pongal10' }])).toEqual({
      valid: 2,
      problems: [{ row: 2, column: 'code', message: taken }],
    })
    expect(await report(rows)).toMatchObject({ valid: 0, problems: [{ row: 0 }, { row: 1 }] })
    expect(await list()).toHaveLength(2)
  })

  test('undoing an import removes its coupons, except those that were used since', async () => {
    await report([coupon, { ...coupon, code: 'SECOND' }])
    await app.db.write.updateTable('coupon').set({ uses: 1 }).where('code', '=', 'SECOND').execute()
    const token = staff.token
    const [file] = (await app.http('GET', '/api/admin/coupons/imports', { token })).body.data
    expect(file).toMatchObject({ rows: 2, by: staff.email, takenBackAt: null })
    const back = await app.http('POST', `/api/admin/coupons/imports/${file.id}/take-back`, { token })
    expect([back.status, back.body.data]).toEqual([200, { taken: 1, kept: ['SECOND'], gone: 0 }])
    expect((await list()).map(({ code }) => code)).toEqual(['SECOND'])
  })
})
