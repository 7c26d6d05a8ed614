import { beforeEach, describe, expect, test } from 'vitest'
import { emptyTables } from '../../../../tests/harness/app.ts'
import { callers, onEachEngine } from '../../../../tests/harness/on-each-engine.ts'

const path = '/api/admin/event-pricing'
const weekdays = { label: 'Weekdays 10:00 AM - 6:00 PM', price: '2000' }
const weekends = { label: 'Weekends 10:00 AM - 10:00 PM', price: '3000.50' }

onEachEngine('hall prices', (app) => {
  const { staff, user } = callers(app, 'staff', 'user')
  beforeEach(() => emptyTables(app, ['event_price', 'bin_entry'], 'event-pricing'))

  const put = (body: object, version?: string) =>
    app.http('PUT', version === undefined ? path : `${path}?version=${version}`, { token: staff.token, body })
  const remove = (key: string) =>
    app.http('DELETE', `${path}/${encodeURIComponent(key)}`, { token: staff.token })
  const shown = async () => (await app.http('GET', path)).body

  test('hall prices can be changed only by staff, and read by everybody', async () => {
    await put({ weekdays })
    for (const token of [null, user.token]) {
      const status = token === null ? 401 : 403
      expect((await app.http('PUT', path, { token, body: { weekends } })).status).toBe(status)
      expect((await app.http('DELETE', `${path}/weekdays`, { token })).status).toBe(status)
      expect((await app.http('GET', path, { token })).body.data).toEqual({ weekdays })
    }
  })

  test.each([
    [{}, 'Please add at least one pricing row before saving.'],
    [{ weekdays: { price: '1' } }, 'Enter the day and times of every row'],
    [{ weekdays: { ...weekdays, price: 'free' } }, 'Enter a price such as 2500'],
    [{ weekdays: { ...weekdays, price: '' } }, 'Enter a price such as 2500'],
    [{ weekdays: { ...weekdays, price: '-1' } }, 'Enter a price such as 2500'],
    [{ weekdays: { ...weekdays, price: '1e3' } }, 'Enter a price such as 2500'],
    [{ weekdays: { ...weekdays, price: '1.005' } }, 'Enter a price such as 2500'],
    [
      { weekdays: { ...weekdays, label: 'Weekdays 6:00 PM - 10:00 AM' } },
      'In every row, the end time must be after the start time',
    ],
    [
      { weekdays: { ...weekdays, label: 'Weekdays 6:00 PM - 6:00 pm' } },
      'In every row, the end time must be after the start time',
    ],
    [Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`slot${at}`, weekdays])), 'Use at most 50'],
  ])('hall prices with %j are refused', async (body, sentence) => {
    await put({ weekends })
    const answer = await put(body)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain(sentence)
    expect((await shown()).data).toEqual({ weekends })
  })

  test('saving hall prices replaces all rows, in the sequence in which they are sent, and visitors see them immediately', async () => {
    expect(await shown()).toMatchObject({ success: true, data: {} })
    await put({ zz: weekdays, aa: weekends })
    expect(Object.entries((await shown()).data)).toEqual([
      ['zz', weekdays],
      ['aa', weekends],
    ])
    await put({ aa: { ...weekends, price: 3100 }, new: weekdays })
    expect(Object.entries((await shown()).data)).toEqual([
      ['aa', { ...weekends, price: '3100' }],
      ['new', weekdays],
    ])
  })

  test('hall prices with a stale version are refused; the current version, or no version, is accepted', async () => {
    const first = (await put({ weekdays })).body.version
    expect((await shown()).version).toBe(first)
    expect((await put({ weekdays, weekends }, first)).status).toBe(200)
    const stale = await put({ weekends }, first)
    expect([stale.status, stale.body.code]).toEqual([409, 'conflict'])
    expect((await shown()).data).toEqual({ weekdays, weekends })
    expect((await put({ weekends })).status).toBe(200)
  })

  test('one of ten people who save hall prices over the same version succeeds', async () => {
    const { version } = (await put({ weekdays })).body
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => put({ weekdays: { ...weekdays, price: `${at + 1}` } }, version)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  })

  test.each(['weekdays', 'Monday 09:00 AM', 'a/b?c=d#e', 'திங்கள் காலை', '100%'])(
    'the hall price with the key %j is deleted by its URL-encoded key, and a second deletion succeeds',
    async (key) => {
      await put({ [key]: weekdays, other: weekends })
      const first = await remove(key)
      expect([first.status, first.body]).toEqual([200, { success: true }])
      expect((await shown()).data).toEqual({ other: weekends })
      expect((await remove(key)).status).toBe(200)
    },
  )

  describe('a deleted hall price', () => {
    const restore = (key: string) =>
      app.http('POST', `/api/admin/bin/event-price/${key}/restore`, { token: staff.token })

    test('a hall price that is deleted, or left out when prices are saved, is deleted permanently', async () => {
      await put({ weekdays, weekends })
      await remove('weekdays')
      await put({ other: weekdays })
      expect([(await restore('weekdays')).status, (await restore('weekends')).status]).toEqual([404, 404])
      expect(await app.db.read.selectFrom('bin_entry').select('title').execute()).toEqual([])
    })

    test('a hall price that an older version put into the bin can be restored, unless its slot has a price again', async () => {
      await app.db.write
        .insertInto('bin_entry')
        .values({
          kind: 'event-price',
          record_id: 'weekdays',
          title: weekdays.label,
          data: JSON.stringify({ slot_key: 'weekdays', position: 0, ...weekdays }),
          deleted_at: app.deps.clock.now(),
          deleted_by: null,
        })
        .execute()
      await put({ weekdays: weekends })
      const refused = await restore('weekdays')
      expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
      await remove('weekdays')
      expect((await restore('weekdays')).status).toBe(200)
      expect((await shown()).data).toEqual({ weekdays })
    })
  })
})
