import { sql } from 'kysely'
import { recordTable } from '../../../contract/records.ts'
import { hasRight } from '../../../contract/rights.ts'
import { type AttentionCounts, type Morning, namedKinds } from '../../../contract/system/dashboard.ts'
import { listAlike } from '../../db/names.ts'
import { listUnreadable } from '../../db/settings.ts'
import type { ReportDeps } from '../../domains/deps.ts'
import { addDays } from '../../platform/clock.ts'
import { createAttentionLists, firstOf, shownAKind } from './attention.ts'

const weeksShown = 12
const batchesShownMax = 30
const slowWithinDays = 21

const tables = {
  class: 'course',
  product: 'product',
  post: 'journal_post',
  flower: 'flower',
  room: 'room',
} as const

/** Parts of the overview that other reports and rooms give. */
type FromOthers = 'whyMailWaits' | 'classesToday' | 'ordersToday'

export function createMorning(deps: ReportDeps) {
  const {
    db: { read },
    clock,
  } = deps
  const listAttention = createAttentionLists(deps)

  async function batchesBetween(from: string, to: string) {
    const batches = await read
      .selectFrom('batch')
      .innerJoin('course', 'course.id', 'batch.course_id')
      .select([
        'batch.id',
        'course.id as courseId',
        'course.title as courseTitle',
        'batch.starts_on as day',
        'batch.starts_at as time',
        'batch.capacity',
        'batch.taken',
      ])
      .where('batch.starts_on', '>=', from)
      .where('batch.starts_on', '<=', to)
      .where('course.deleted_at', 'is', null)
      .where('batch.deleted_at', 'is', null)
      .where('batch.cancelled_at', 'is', null)
      .orderBy('batch.starts_on')
      .orderBy((eb) => eb.fn.coalesce('batch.starts_at', sql<string>`''`))
      .orderBy('batch.id')
      .limit(batchesShownMax)
      .execute()
    const ids = batches.map(({ id }) => id)
    const dues = ids.length === 0 ? [] : await duesOf(ids)
    return batches.map(({ day, ...batch }) => {
      const own = dues.find(({ batch_id }) => batch_id === batch.id)
      return { ...batch, day: day ?? '', dueSeats: own?.seats ?? 0, dueAmount: (own?.amount ?? 0) / 100 }
    })
  }

  function duesOf(batchIds: string[]) {
    return read
      .selectFrom('seat')
      .select((eb) => [
        'batch_id',
        eb.fn.countAll<number>().as('seats'),
        eb.fn.sum<number>('amount_in_paise').as('amount'),
      ])
      .where('batch_id', 'in', batchIds)
      .where('status', '=', 'pending')
      .where('amount_in_paise', '>', 0)
      .groupBy('batch_id')
      .execute()
  }

  async function weeks(today: string) {
    const first = addDays(mondayOf(today), -7 * (weeksShown - 1))
    const days = await read
      .selectFrom('running_total')
      .select((eb) => ['day', eb.fn.sum<number>('amount').as('amount')])
      .where('figure', '=', 'revenue')
      .where('day', '>=', first)
      .where('day', '<=', today)
      .groupBy('day')
      .execute()
    return Array.from({ length: weeksShown }, (_, n) => {
      const from = addDays(first, 7 * n)
      const end = addDays(from, 7)
      const paise = days
        .filter(({ day }) => day >= from && day < end)
        .reduce((sum, { amount }) => sum + amount, 0)
      return { from, amount: paise / 100 }
    })
  }

  async function alikeNames(role: string) {
    const seen = namedKinds.filter((kind) => hasRight(role, recordTable[kind].right))
    const lists = await Promise.all(
      seen.map(async (kind) => (await listAlike(read, tables[kind])).map((names) => ({ kind, ...names }))),
    )
    return firstOf(lists.flat())
  }

  return {
    async morning(role: string): Promise<Omit<Morning, FromOthers>> {
      const today = clock.today()
      const [batches, ahead, byWeek, { checks, lists }, alike, unreadable] = await Promise.all([
        batchesBetween(today, addDays(today, 6)),
        batchesBetween(today, addDays(today, slowWithinDays)),
        hasRight(role, 'figures') ? weeks(today) : null,
        listAttention(role),
        alikeNames(role),
        listUnreadable(read),
      ])
      const { count, first } = firstOf(
        [...checks.ofSeats, ...(checks.ofOrders ?? [])].sort((a, b) =>
          a.claimed_at.localeCompare(b.claimed_at),
        ),
      )
      return {
        today,
        unreadableSettings: unreadable,
        batches,
        slowBatches: ahead.filter(({ capacity, taken }) => taken * 2 < (capacity ?? 0)).slice(0, shownAKind),
        weeks: byWeek,
        toCheck: {
          count,
          first: first.map(({ amount_in_paise, claimed_at, ...row }) => ({
            ...row,
            amount: Number(amount_in_paise) / 100,
          })),
        },
        ...lists,
        alikeNames: alike,
      }
    },

    async countAttention(role: string): Promise<AttentionCounts> {
      const { checks, lists } = await listAttention(role)
      return {
        holds: lists.holds.count,
        seatPayments: firstOf(checks.ofSeats).count,
        orderPayments: checks.ofOrders && firstOf(checks.ofOrders).count,
        refunds: lists.toGiveBack && lists.toGiveBack.count,
        failedMessages: lists.failedMessages.count,
        heldMessages: lists.heldMessages.count,
        enquiries: lists.enquiries.count,
        customRequests: lists.customRequests.count,
        onClosedDays: lists.onClosedDays.count,
        soldOut: lists.soldOut && lists.soldOut.count,
      }
    },
  }
}

function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}
