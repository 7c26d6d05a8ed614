import { refusal } from '../../../../contract/errors.ts'
import type { Queryable } from '../../../db/open.ts'
import type { SeatKind, SeatStatus, Tx } from '../../../db/schema.ts'
import { SeenTooEarly } from '../../../db/transaction.ts'
import { findSeat, listGroup, lockGroupRows, lockRow, type Seat } from './seats.repository.ts'

/**
 * The seats that one payer took together. The link, reference and reported payment of the payer's own seat apply to the
 * whole group, and so do `status` and the sum. A single seat is a group of one.
 */
export interface SeatGroup extends Seat {
  members: readonly [Seat, ...Seat[]]
}

const byRank: readonly SeatStatus[] = ['pending', 'confirmed', 'expired']

/** Makes a group from its seats. The payer's seat comes first. */
export function toGroup([lead, ...others]: readonly Seat[]): SeatGroup {
  if (!lead) throw new Error('a group without seats')
  const members: SeatGroup['members'] = [lead, ...others]
  const counted = countedSeats({ members })
  const ends = counted.flatMap(({ status, hold_until }) => (status === 'pending' ? (hold_until ?? []) : []))
  return {
    ...lead,
    status: byRank.find((status) => counted.some((seat) => seat.status === status)) ?? 'cancelled',
    amount_in_paise: sumOf(counted, 'amount_in_paise'),
    discount_in_paise: sumOf(counted, 'discount_in_paise'),
    hold_until: ends.sort()[0] ?? null,
    members,
  }
}

export function sumOf(seats: readonly Seat[], name: 'amount_in_paise' | 'discount_in_paise'): number {
  return seats.reduce((sum, seat) => sum + Number(seat[name]), 0)
}

export function isLive({ status }: Pick<Seat, 'status'>): boolean {
  return status === 'pending' || status === 'confirmed'
}

/**
 * Returns the seats that count for the group's sum and status: all but the cancelled seats, or all seats if every seat
 * is cancelled. Expired seats count too, because late money takes them again. But they do not count if other seats are
 * confirmed and no seat is pending. `owedInGroup` is the same rule in SQL.
 */
export function countedSeats({ members }: Pick<SeatGroup, 'members'>): readonly Seat[] {
  const has = (wanted: SeatStatus) => members.some(({ status }) => status === wanted)
  if (has('confirmed') && !has('pending')) return members.filter(isLive)
  const counted = members.filter(({ status }) => status !== 'cancelled')
  return counted.length > 0 ? counted : members
}

/** Returns the seat by whose id the group was found. */
export function findMember(group: SeatGroup, id: string): Seat {
  return group.members.find((one) => one.id === id) ?? group
}

/** Finds the group of a seat; undefined also if the seat is not of `kind`. */
export async function findGroup(db: Queryable, id: string, kind?: SeatKind) {
  const seat = await findSeat(db, id)
  if (!seat || seat.kind !== (kind ?? seat.kind)) return undefined
  return toGroup(seat.group_id === null ? [seat] : await listGroup(db, seat.group_id))
}

/** @throws `not_found` */
export async function getGroup(db: Queryable, id: string, kind?: SeatKind): Promise<SeatGroup> {
  const group = await findGroup(db, id, kind)
  if (!group) throw refusal('seat-unknown', { facts: { kind: kind ?? 'enrolment' } })
  return group
}

/** Locks and reads the group of a seat. Callers must not hold the lock of a batch. @throws `not_found` */
export async function getLockedGroup(tx: Tx, id: string, kind?: SeatKind) {
  const group_id = (await findSeat(tx, id))?.group_id ?? null
  if (group_id === null) await lockRow(tx, id)
  else await lockGroupRows(tx, group_id)
  const group = await getGroup(tx, id, kind)
  // A seat was added before the lock was granted. The row of that seat cannot be locked now, because that could
  // deadlock with callers that lock a group's rows in the order of their ids.
  if (group_id === null && group.group_id !== null) {
    throw new SeenTooEarly('somebody was added to the seat meanwhile')
  }
  return group
}

/** Counts the seats per batch, sorted by batch, so that two callers do not deadlock. */
export function countByBatch(seats: readonly Seat[]): [batchId: string, seats: number][] {
  const counts = Map.groupBy(seats, ({ batch_id }) => batch_id)
  return [...counts].map(([id, of]): [string, number] => [id, of.length]).sort(([a], [b]) => (a < b ? -1 : 1))
}
