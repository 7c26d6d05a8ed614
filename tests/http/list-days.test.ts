import { beforeAll, expect, test } from 'vitest'
import { schoolDayOf } from '../../contract/school-day.ts'
import { seedDemo } from '../../server/db/seed/seed.ts'
import { cancelSeat } from '../../server/domains/registrations/seats/seat-ends.ts'
import { addDays } from '../../server/platform/clock.ts'
import { signedIn } from '../harness/callers.ts'
import { onEachEngine } from '../harness/on-each-engine.ts'

type Row = Record<string, string>
type Answer = Record<string, Row[]>
const sentence = 'Choose a last day that isn’t before the first day'

/** Every list that can be saved as a file, with its rows and the field by which its days are filtered. */
const lists: [path: string, rows: (answer: Answer) => Row[], instant: string][] = [
  ['/api/admin/orders', (answer) => answer as unknown as Row[], 'createdat'],
  ['/api/getEventClassEnrollments', ({ classEnrollments = [] }) => classEnrollments, 'created_at'],
  ['/api/admin/money/waiting', ({ data = [] }) => data, 'created_at'],
  ['/api/admin/money/to-give-back', ({ data = [] }) => data, 'created_at'],
  ['/api/categoryuserdata', ({ data = [] }) => data, 'created_at'],
  ['/api/getStudents', ({ data = [] }) => data, 'created_at'],
  [
    '/api/get/events',
    ({ events = [] }) => events.flatMap(({ bookings }) => bookings as unknown as Row[]),
    'created_at',
  ],
  ['/api/admin/event-students', ({ data = [] }) => data, 'created_at'],
  ['/api/admin/audit', ({ data = [] }) => data, 'at'],
  ['/api/admin/messages', ({ data = [] }) => data, 'created_at'],
  ['/api/admin/visitors', ({ data = [] }) => data, 'created_at'],
  ['/api/admin/subscribers', ({ data = [] }) => data, 'created_at'],
  ['/api/admin/accounts', ({ accounts = [] }) => accounts, 'created_at'],
  ['/api/admin/accounts', ({ invitations = [] }) => invitations, 'created_at'],
  ['/api/admin/bin', ({ data = [] }) => data, 'deletedAt'],
]

onEachEngine('lists that are filtered by a first and a last day', { env: { DEMO: '1' } }, (app) => {
  let token: string
  beforeAll(async () => {
    await seedDemo(app.deps, { pictures: false })
    ;({ token } = await signedIn(app, 'owner'))
    const paid = await app.db.read
      .selectFrom('seat')
      .select(['id', 'kind'])
      .where('status', '=', 'confirmed')
      .where('paid_in_paise', '>', 0)
      .limit(1)
      .executeTakeFirstOrThrow()
    await app.db.transaction((tx) => cancelSeat(app.app.services.registrationDeps, tx, paid.kind, paid.id))
    const [enquiry] = (await app.http('GET', '/api/categoryuserdata', { token })).body.data
    await app.http('DELETE', `/api/admin/categoryuserdata/${enquiry.id}`, { token })
    const body = { email: 'new@malar.test', role: 'manager' }
    await app.http('POST', '/api/admin/accounts/invitations', { token, body })
  })

  test.each(lists)('the list %s refuses a last day before the first day', async (path) => {
    const { status, body } = await app.http('GET', `${path}?from=2026-03-02&to=2026-03-01`, { token })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: sentence, fields: { to: sentence } })
  })

  test.each(lists)(
    'the list %s includes its first and its last day, in the school’s time zone',
    async (path, rowsOf, instant) => {
      const read = async (days: string) => {
        const { status, body } = await app.http('GET', `${path}?${days}`, { token })
        expect(status).toBe(200)
        return rowsOf(body)
      }
      const dayOf = (row: Row | undefined) => schoolDayOf(Date.parse(row?.[instant] ?? ''))
      const all = await read('')
      const day = dayOf(all[Math.floor(all.length / 2)])
      const of = (fits: (day: string) => boolean) => all.filter((row) => fits(dayOf(row)))
      expect(await read(`from=${day}&to=${day}`)).toEqual(of((one) => one === day))
      expect(await read(`from=${day}`)).toEqual(of((one) => one >= day))
      expect(await read(`to=${addDays(day, -1)}`)).toEqual(of((one) => one < day))
    },
  )
})
