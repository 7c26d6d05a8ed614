import type { Queryable } from '../../../db/open.ts'
import type { SeatKind, SeatStatus, Tx } from '../../../db/schema.ts'
import { SeenTooEarly } from '../../../db/transaction.ts'
import { findSeat, listGroup, lockGroup, lockSeat, type Seat } from './seats.repository.ts'

/**
 * The seats that one payer took in one go, as one: the payer's own seat, which has the link, the reference and the
 * claim of all, with their sum and their state. A seat alone is a party of itself.
 */
export interface Party extends Seat {
  members: readonly [Seat, ...Seat[]]
}

export type Members = Party['members']

const byRank: readonly SeatStatus[] = ['pending', 'confirmed', 'expired']

export function partyOf(members: Members): Party {
  const [lead] = members
  const counted = members.filter(({ status }) => status !== 'cancelled')
  const some = counted.length > 0 ? counted : members
  const ends = counted.flatMap(({ status, hold_until }) => (status === 'pending' ? (hold_until ?? []) : []))
  return {
    ...lead,
    status: byRank.find((status) => counted.some((seat) => seat.status === status)) ?? 'cancelled',
    amount_in_paise: sumOf(some, 'amount_in_paise'),
    discount_in_paise: sumOf(some, 'discount_in_paise'),
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

/** Of a group: all but those that were cancelled; where all were, all. */
export function countedOf({ members }: Party): readonly Seat[] {
  const counted = members.filter(({ status }) => status !== 'cancelled')
  return counted.length > 0 ? counted : members
}

export async function findParty(db: Queryable, kind: SeatKind, id: string): Promise<Party | undefined> {
  const seat = await findSeat(db, kind, id)
  if (!seat) return undefined
  return partyOf(seat.group_id === null ? [seat] : await membersOf(db, seat.group_id))
}

/** Nobody else changes a seat of it until the transaction ends. Whoever asks locks no batch before. */
export async function lockParty(tx: Tx, kind: SeatKind, id: string): Promise<Party | undefined> {
  const seen = await findSeat(tx, kind, id)
  if (!seen) return undefined
  if (seen.group_id === null) {
    const seat = await lockSeat(tx, kind, id)
    // To lock the others after this one would be another order than everybody's.
    if (seat && seat.group_id !== null) throw new SeenTooEarly('somebody was added to the seat meanwhile')
    return seat && partyOf([seat])
  }
  await lockGroup(tx, seen.group_id)
  return partyOf(await membersOf(tx, seen.group_id))
}

async function membersOf(db: Queryable, groupId: string): Promise<Members> {
  const [lead, ...others] = await listGroup(db, groupId)
  if (!lead) throw new Error('a group without seats')
  return [lead, ...others]
}

/** Seats by their batches, in one order for all, so that two callers never deadlock. */
export function byBatch(seats: readonly Seat[]): [batchId: string, seats: number][] {
  const counts = Map.groupBy(seats, ({ batch_id }) => batch_id)
  return [...counts].map(([id, of]): [string, number] => [id, of.length]).sort(([a], [b]) => (a < b ? -1 : 1))
}
