import * as contract from '../../../contract/registrations/rosters.ts'
import { hasRight } from '../../../contract/rights.ts'
import { atSchool } from '../../../contract/words.ts'
import {
  listClosings,
  type NamedMeeting,
  namedMeetings,
  presentSession,
  type StaffBatch,
  staffBatches,
} from '../../domains/catalogue/index.ts'
import type { ReadDatabase } from '../../domains/deps.ts'
import { listMoneyStates } from '../../domains/money/index.ts'
import { lineName, listItems } from '../../domains/orders/index.ts'
import { addDays, type Clock } from '../../platform/clock.ts'

export function createDaySheet(
  { db, clock }: { db: ReadDatabase; clock: Clock },
  rosterOf: (row: StaffBatch) => Promise<contract.Roster>,
) {
  /** The day that the sheet shows by default. In the evening it is the next day, which staff then prepare. */
  function usualDay(): string {
    const [day, hour] = atSchool(clock.now())
    return hour < contract.daySheetTurn ? day : addDays(day, 1)
  }

  return async (asked: string | undefined, role: string) => {
    const day = asked ?? usualDay()
    const rows = await batchesOn(db, day)
    const [previousDay, nextDay] = await Promise.all([nearestDay(db, '<', day), nearestDay(db, '>', day)])
    return {
      day,
      closing: (await listClosings(db.read, [day])).get(day) ?? null,
      rosters: await Promise.all(
        rows.map(async ({ row, sessions }) => ({
          ...(await rosterOf(row)),
          sessions: sessions.map((one) => presentDaySession(one, row)),
        })),
      ),
      deliveries: hasRight(role, 'orders') ? await deliveriesOn(db, day) : null,
      previousDay,
      nextDay,
    }
  }
}

/** Lists the batches that meet on a day, each with its sessions of that day. */
export async function batchesOn(db: ReadDatabase, day: string) {
  const meetings = await namedMeetings(db.read)
    .where('meeting.held_on', '=', day)
    .where('meeting.cancelled_at', 'is', null)
    .orderBy('meeting.starts_at')
    .execute()
  const sessionsOf = Map.groupBy(meetings, ({ batch_id }) => batch_id)
  const [meeting, beginning] = await Promise.all([
    takingPlace(db)
      .where('batch.id', 'in', ['', ...sessionsOf.keys()])
      .execute(),
    takingPlace(db).where('batch.starts_on', '=', day).where('batch.ends_on', 'is', null).execute(),
  ])
  const rows = [...meeting, ...beginning].map((row) => ({ row, sessions: sessionsOf.get(row.id) ?? [] }))
  // Sorted by the first starting time on that day; batches without a starting time come first.
  const key = ({ row, sessions }: (typeof rows)[number]) =>
    `${sessions[0]?.starts_at ?? row.starts_at ?? ''} ${row.course_title} ${row.starts_on}`
  return rows.sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

export function takingPlace({ read }: ReadDatabase) {
  return staffBatches(read).where('course.deleted_at', 'is', null).where('batch.cancelled_at', 'is', null)
}

function ordersToBring({ read }: ReadDatabase) {
  return read.selectFrom('shop_order').where('shop_order.status', '!=', 'cancelled')
}

async function deliveriesOn(db: ReadDatabase, day: string): Promise<contract.DayDelivery[]> {
  const rows = await ordersToBring(db)
    .selectAll()
    .where('shop_order.delivery_day', '=', day)
    .orderBy('shop_order.window_from')
    .orderBy('shop_order.id')
    .limit(deliveriesMax)
    .execute()
  const ids = rows.map(({ id }) => id)
  const [items, money] = await Promise.all([listItems(db.read, ids), listMoneyStates(db.read, 'order', ids)])
  const itemsOf = Map.groupBy(items, ({ order_id }) => order_id)
  const dueOf = new Map(money.map(({ subject_id, due_in_paise }) => [subject_id, due_in_paise]))
  return rows.map((row) => ({
    id: row.id,
    ordernumber: row.number,
    status: row.status,
    way: row.way,
    slot: row.slot_name,
    recipientName: row.recipient_name ?? row.customer_name,
    phone: row.calls_buyer === 1 ? row.phone : (row.recipient_phone ?? row.phone),
    contactName: row.calls_buyer === 1 ? row.customer_name : (row.recipient_name ?? row.customer_name),
    callsBuyer: row.calls_buyer === 1,
    place:
      row.way === 'pickup'
        ? null
        : [row.address ?? row.delivery_address, row.area].filter(Boolean).join(', '),
    what: (itemsOf.get(row.id) ?? []).map((item) => `${item.quantity} × ${lineName(item)}`).join('; '),
    due: (dueOf.get(row.id) ?? 0) / 100,
  }))
}

/** A school makes a few dozen deliveries per day, so this limit is never reached. */
const deliveriesMax = 500

async function nearestDay(db: ReadDatabase, side: '<' | '>', day: string): Promise<string | null> {
  const direction = side === '<' ? 'desc' : 'asc'
  const [batch, meeting, order] = await Promise.all([
    takingPlace(db)
      .where('batch.starts_on', side, day)
      .where('batch.ends_on', 'is', null)
      .orderBy('batch.starts_on', direction)
      .limit(1)
      .executeTakeFirst(),
    db.read
      .selectFrom('meeting')
      .innerJoin('batch', 'batch.id', 'meeting.batch_id')
      .innerJoin('course', 'course.id', 'batch.course_id')
      .select('meeting.held_on')
      .where('course.deleted_at', 'is', null)
      .where('meeting.cancelled_at', 'is', null)
      .where('meeting.held_on', side, day)
      .orderBy('meeting.held_on', direction)
      .limit(1)
      .executeTakeFirst(),
    ordersToBring(db)
      .select('shop_order.delivery_day')
      .where('shop_order.delivery_day', side, day)
      .orderBy('shop_order.delivery_day', direction)
      .limit(1)
      .executeTakeFirst(),
  ])
  const days = [batch?.starts_on, meeting?.held_on, order?.delivery_day]
    .filter((one) => typeof one === 'string')
    .sort()
  return (side === '<' ? days.at(-1) : days[0]) ?? null
}

/** A session without its own room or instructor has the room or instructor of its batch or class. */
export function presentDaySession(row: NamedMeeting, batch: StaffBatch): contract.DaySession {
  return {
    ...presentSession(row),
    room: row.room_name ?? batch.room_name,
    instructor: row.instructor_name ?? batch.instructor_name ?? batch.course_instructor,
  }
}
