import { refusal } from '../../../../contract/errors.ts'
import type { Queryable } from '../../../db/open.ts'
import type { SeatKind, SeatStatus, Tx } from '../../../db/schema.ts'
import { SeenTooEarly } from '../../../db/transaction.ts'
import { findKind, findSeat, listGroup, lockGroupRows, lockSeat, type Seat } from './seats.repository.ts'

/**
 * The seats that one payer took in one go, as one. It is the payer's own seat, which has the link, the reference and
 * the claim of all, with the sum and the state of all together. A seat alone is a group of itself.
 */
export interface SeatGroup extends Seat {
  members: readonly [Seat, ...Seat[]]
}

export type Members = SeatGroup['members']

const byRank: readonly SeatStatus[] = ['pending', 'confirmed', 'expired']

export function groupOf(members: Members): SeatGroup {
  const [lead] = members
  const counted = countedOf({ members })
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

function sumOf(seats: readonly Seat[], name: 'amount_in_paise' | 'discount_in_paise'): number {
  return seats.reduce((sum, seat) => sum + Number(seat[name]), 0)
}

/** Somebody sits on it. */
export function isLive({ status }: Pick<Seat, 'status'>): boolean {
  return status === 'pending' || status === 'confirmed'
}

/**
 * The seats that a group stands for: all but the cancelled ones, or all if every one was cancelled. An ended seat beside a
 * confirmed one is lost, unless another waits for money, which would take it anew (`owedInGroup` says so in SQL).
 */
export function countedOf({ members }: Pick<SeatGroup, 'members'>): readonly Seat[] {
  const has = (wanted: SeatStatus) => members.some(({ status }) => status === wanted)
  if (has('confirmed') && !has('pending')) return members.filter(isLive)
  const counted = members.filter(({ status }) => status !== 'cancelled')
  return counted.length > 0 ? counted : members
}

export async function findGroup(db: Queryable, kind: SeatKind, id: string): Promise<SeatGroup | undefined> {
  const seat = await findSeat(db, kind, id)
  if (!seat) return undefined
  return groupOf(seat.group_id === null ? [seat] : await membersOf(db, seat.group_id))
}

/** Nobody else changes a seat of the group until the transaction ends. The caller has locked no batch before. */
export async function lockGroup(tx: Tx, kind: SeatKind, id: string): Promise<SeatGroup | undefined> {
  const seen = await findSeat(tx, kind, id)
  if (!seen) return undefined
  if (seen.group_id === null) {
    const seat = await lockSeat(tx, kind, id)
    // The others cannot be locked after this one: everybody else locks them in another order.
    if (seat && seat.group_id !== null) throw new SeenTooEarly('somebody was added to the seat meanwhile')
    return seat && groupOf([seat])
  }
  await lockGroupRows(tx, seen.group_id)
  return groupOf(await membersOf(tx, seen.group_id))
}

/** @throws `not_found` */
export async function getGroup(db: Queryable, kind: SeatKind, id: string): Promise<SeatGroup> {
  const group = await findGroup(db, kind, id)
  if (!group) throw refusal('seat-unknown', { facts: { kind } })
  return group
}

/** Locks the seat's row. @throws `not_found` */
export async function getLockedSeat(tx: Tx, kind: SeatKind, id: string): Promise<Seat> {
  const seat = await lockSeat(tx, kind, id)
  if (!seat) throw refusal('seat-unknown', { facts: { kind } })
  return seat
}

/** Locks the rows of the group's seats. @throws `not_found` */
export async function getLockedGroup(tx: Tx, kind: SeatKind, id: string): Promise<SeatGroup> {
  const group = await lockGroup(tx, kind, id)
  if (!group) throw refusal('seat-unknown', { facts: { kind } })
  return group
}

async function membersOf(db: Queryable, groupId: string): Promise<Members> {
  const [lead, ...others] = await listGroup(db, groupId)
  if (!lead) throw new Error('a group without seats')
  return [lead, ...others]
}

/** The kind of the seat that a link to pay names. @throws `not_found` */
export async function getSeatKind(db: Queryable, id: string): Promise<SeatKind> {
  const kind = await findKind(db, id)
  if (kind === undefined) throw refusal('seat-unknown', { facts: { kind: 'enrolment' } })
  return kind
}

/**
 * The number of seats in each batch. Everybody goes through the batches in this order, so that two callers never
 * deadlock.
 */
export function byBatch(seats: readonly Seat[]): [batchId: string, seats: number][] {
  const counts = Map.groupBy(seats, ({ batch_id }) => batch_id)
  return [...counts].map(([id, of]): [string, number] => [id, of.length]).sort(([a], [b]) => (a < b ? -1 : 1))
}
