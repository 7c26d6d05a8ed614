// P9: measures the processor time of back-office queries, an enrolment and visitors' calls on one school.
import { cpuUsage } from 'node:process'
import { enrol } from '../../server/domains/registrations/enrolments.service.ts'
import { expireHeldSeats } from '../../server/domains/registrations/seats/seat-ends.ts'
import { addDays } from '../../server/platform/clock.ts'
import { newestPastBatch } from '../many-rows.ts'
import { startInProcess } from './in-process.ts'

let readings: Record<string, () => Promise<unknown>> = {}

/** Starts the server in this process, and returns the names of the calls that can be measured. */
export async function start(dataDir: string): Promise<string[]> {
  const { app, deps } = await startInProcess(dataDir, null)
  const { services } = app
  const tomorrow = addDays(deps.clock.today(), 1)
  const guest = { userId: null, cartToken: null }
  const batches = await deps.db.read
    .selectFrom('batch')
    .select(['id', 'course_id', 'starts_on'])
    .where('deleted_at', 'is', null)
    .execute()
  const ahead = batches.filter(({ starts_on }) => starts_on !== null && starts_on > tomorrow)
  const past = batches.find(({ id }) => id === newestPastBatch)
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
  readings = {
    dashboard: () =>
      Promise.all([
        services.dashboard.stats(),
        services.dashboard.morning('owner'),
        services.dashboard.contacts('owner'),
      ]),
    orders: () => services.orders.listOrders({ limit: 50 }),
    enrollments: () => services.registrations.list({ limit: 50 }),
    // The phone numbers of all rows begin with 6000, so this search finds a full page in a small and in a large school.
    search: () => services.search.find('6000', 'owner'),
    market: () => services.florist.market({ from: tomorrow }),
    enrolment: enrolOne,
    roster: () => services.rosters.getRoster(newestPastBatch),
    'day sheet': () => services.rosters.getDaySheet(past?.starts_on ?? tomorrow, 'owner'),
    'calendar file': () => services.courses.listCalendarBatches(),
    'courses, as the calendar asks': () => services.courses.listCourses(),
    'holds that end': () => expireHeldSeats(services.registrationDeps),
    delivery: () => services.delivery.options({ pincode: '600004', days: 30 }, guest),
  }
  return Object.keys(readings)
}

/** Measures the milliseconds of processor time that one call takes. */
export async function cpuMs(name: string, times: number): Promise<number> {
  const began = cpuUsage()
  for (let n = 0; n < times; n++) await readings[name]?.()
  const { user, system } = cpuUsage(began)
  return (user + system) / 1000 / times
}
