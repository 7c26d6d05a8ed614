import { openDatabase } from '../../server/db/open.ts'
import { indexWaiting } from '../../server/db/search.ts'
import { onBothEngines } from '../both-engines.ts'
import { enrolmentCalls } from '../calls.ts'
import { fillWithRows, rareName } from '../many-rows.ts'
import { log, type Measured, median } from '../measure.ts'
import { startCallers, startServer } from '../processes.ts'
import { liftLimits, owner } from '../school.ts'

const rows = 1_000_000
const enrolling = '/api/enrollments'
/** A read that takes this long is measured only once. */
const msHopeless = 500

/** MILLION: times every list, filter, search and report of the back office, and an enrolment. */
export const million = onBothEngines(
  async (where) => {
    await liftLimits(where)
    await fillWithRows(where, rows)
    // The bench fills the search index itself, because the server does it in small steps and would take an hour.
    await using db = await openDatabase(where)
    while ((await indexWaiting(db, 10_000)) > 0);
  },
  async function* ({ engine, env }, { isFull, paths }): AsyncGenerator<Measured> {
    await using server = await startServer({ ...env, TRUST_PROXY: '1' })
    const isWanted = (path: string) => paths.length === 0 || paths.some((one) => path.startsWith(one))
    const time = await timesForOwner(server.url)
    const courses = (await (await fetch(`${server.url}/api/courses`)).json()) as { id: string }[]
    for (const path of reads(courses[0]?.id ?? '').filter(isWanted)) {
      const first = await time(path)
      const each = first > msHopeless ? [first] : []
      while (first <= msHopeless && each.length < (isFull ? 15 : 5)) each.push(await time(path))
      yield { part: 'read', at: `${decodeURIComponent(path)}, ${engine}`, ours: median(each) }
    }
    if (!isWanted(enrolling)) return
    log('MILLION, enrolling')
    const calls = await enrolmentCalls(server.url)
    await using caller = startCallers(1)
    await caller.rate(calls, 2_000)
    yield { part: 'enrolment', at: engine, ours: 1_000 / (await caller.rate(calls, 2_000)) }
  },
)

/** Signs in as the owner, and returns a function that requests a path and returns how long the answer took. */
async function timesForOwner(url: string): Promise<(path: string) => Promise<number>> {
  const signedIn = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  })
  const { sessionToken } = (await signedIn.json()) as { sessionToken: string }
  return async (path) => {
    const began = performance.now()
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${sessionToken}` } })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`)
    return performance.now() - began
  }
}

/** Words to search for: common, rare, without result, two letters, Tamil, a phone number, an address, a reference. */
const words = [
  'priya',
  rareName.toLowerCase(),
  'zzyzx',
  'xq',
  'மலர்',
  '+91 60000 12345',
  'guest.4711@post.example',
  'BENCH-471100',
]

const deepInTime = 'to=2025-06-30&from=2025-06-01'

/**
 * Returns the paths that read a list: without parameters, with each value of each filter, and with each search text.
 */
function listed(path: string, filters: Record<string, string> = {}): string[] {
  const filtered = Object.entries(filters).flatMap(([name, values]) =>
    values.split(' ').map((value) => `${path}${name}=${value}`),
  )
  const searched = words.map((word) => `${path}q=${encodeURIComponent(word)}`)
  return [path, ...filtered, ...searched]
}

function reads(course: string): string[] {
  const seats = '/api/getEventClassEnrollments?limit=50&'
  const seatTotals = '/api/admin/registrations/totals?'
  const orders = '/api/admin/orders?limit=50&'
  const orderTotals = '/api/admin/orders-totals?'
  const letters = '/api/admin/messages?limit=50&'
  const money = '/api/admin/money/waiting?limit=50&'
  const payment = 'due checking part paid attention refunded part-refunded expired cancelled'
  return [
    ...[seats, seatTotals, orders, orderTotals, money].map((path) => path + deepInTime),
    ...listed(seats, { sort: 'oldest', payment }),
    `${seats}payment=checking&q=priya`,
    ...listed(seatTotals, { payment }),
    ...listed(orders, {
      sort: 'oldest customer -customer total -total delivery -delivery',
      status: 'pending completed cancelled processing',
      payment: 'pending paid failed refunded',
      way: 'standard express midnight',
    }),
    `${orders}sort=total&status=processing`,
    ...listed(orderTotals, { status: 'pending completed' }),
    ...listed(letters, { state: 'queued by-hand held sent failed withdrawn', channel: 'email chat' }),
    `${letters}state=failed&channel=chat`,
    ...listed(money, { kind: 'enrolment event-booking order order-charge' }),
    ...listed('/api/admin/money/waiting-totals?'),
    '/api/admin/money/lines?limit=50',
    ...listed('/api/getStudents?limit=50&'),
    ...listed('/api/get/events?limit=50&'),
    ...listed('/api/admin/search?').slice(1),
    ...listed('/api/admin/people?').slice(1),
    '/api/getDashboardData',
    '/api/admin/morning',
    '/api/landing/contacts',
    '/api/admin/audit?limit=50',
    '/api/admin/coming-batches',
    `/api/admin/batches?course=${course}`,
    '/api/admin/batches/bench-100/roster',
    '/api/admin/seats/enrolment/bench-4712',
    '/api/admin/people/seat/bench-4712',
    '/api/admin/orders/bench-4711',
    '/api/admin/florist/market?from=2026-01-10',
    '/api/admin/florist/day?day=2026-01-10',
    '/api/admin/day-sheet?day=2026-01-10',
    '/api/courses',
    '/api/admin/AdminClasses?limit=50',
  ]
}
