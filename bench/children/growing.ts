import { cpuUsage } from 'node:process'
import { enrol } from '../../server/domains/registrations/enrolments.service.ts'
import { expireHeldSeats } from '../../server/domains/registrations/seats/seat-ends.ts'
import { addDays } from '../../server/platform/clock.ts'
import { pastBatch } from '../school.ts'
import { startInProcess } from './in-process.ts'

// P9: processor time of the back office's queries, of an enrolment and of visitors' calls, on one school.

process.once('message', async ({ dataDir }: { dataDir: string }) => {
  const { app, deps } = await startInProcess(dataDir, null)
  const { services } = app
  const tomorrow = addDays(deps.clock.today(), 1)
  const guest = { userId: null, cartToken: null }
  const read = deps.db.read
  const ahead = await read
    .selectFrom('batch')
    .select(['id', 'course_id'])
    .where('starts_on', '>', tomorrow)
    .where('deleted_at', 'is', null)
    .execute()
  const past = await read
    .selectFrom('batch')
    .select('starts_on')
    .where('id', '=', pastBatch(0))
    .executeTakeFirst()
  let enrolled = 0
  const enrolOne = () => {
    const n = enrolled++
    const { id: batchId, course_id: courseId } = ahead[n % ahead.length] ?? { id: '', course_id: '' }
    const email = `new-${n}@bench.example`
    const person = { fullName: 'Somebody', email, phone: String(7_000_000_000 + n) }
    return deps.db.transaction((tx) =>
      enrol(
        services.registrationDeps,
        tx,
        { ...person, paymentMethod: 'UPI', courseId, batchId },
        { holdHours: 48 },
        { caller: null, network: '', known: [] },
      ),
    )
  }
  const readings = {
    dashboard: () =>
      Promise.all([
        services.dashboard.stats(),
        services.dashboard.morning('owner'),
        services.dashboard.contacts('owner'),
      ]),
    orders: () => services.orders.listOrders({ limit: 50 }),
    enrollments: () => services.registrations.list({ limit: 50 }),
    search: () => services.search.find('9840', 'owner'),
    market: () => services.florist.market({ from: tomorrow }),
    enrolment: enrolOne,
    roster: () => services.rosters.getRoster(pastBatch(0)),
    'day sheet': () => services.rosters.getDaySheet(past?.starts_on ?? tomorrow, 'owner'),
    'calendar file': () => services.courses.listCalendarBatches(),
    'courses, as the calendar asks': () => services.courses.listCourses(),
    'holds that end': () => expireHeldSeats(services.registrationDeps),
    delivery: () => services.delivery.options({ pincode: '600004', days: 30 }, guest),
  }
  process.on('message', async ({ name, times }: { name: keyof typeof readings; times: number }) => {
    const began = cpuUsage()
    for (let n = 0; n < times; n++) await readings[name]()
    const { user, system } = cpuUsage(began)
    process.send?.((user + system) / 1000 / times)
  })
  process.send?.(Object.keys(readings))
})
