import { refusal } from '../../../../contract/errors.ts'
import type { Correction, DeskPayment } from '../../../../contract/people.ts'
import type { SeatKind, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import type { Deps } from '../../deps.ts'
import type { Payable, SettlementService } from '../../payments/settlement.service.ts'
import { proofIdOf } from './proof-ids.ts'
import type { Party } from './seat-parties.ts'
import type { SeatSteps } from './seat-steps.ts'
import { guestOf, type Seat, updateSeat } from './seats.repository.ts'

/** What staff do at the counter for somebody who called or came by. */
export function createSeatDesk(
  { outbox, audit }: Pick<Deps, 'outbox' | 'audit'>,
  { getParty, record, standing }: SeatSteps,
  settlement: SettlementService,
  payables: Record<SeatKind, Payable<Party>>,
) {
  return {
    /** A seat that staff have just written is paid: `welcomeAtDesk` tells of it, and logs it. */
    async payAtDesk(
      tx: Tx,
      kind: SeatKind,
      id: string,
      paid: { method: Exclude<DeskPayment, 'later'>; reference: string | undefined },
      by: Actor,
    ): Promise<void> {
      const untold: Payable<Party> = {
        ...payables[kind],
        settled: async (_tx, party, { accepted }) => accepted ?? party,
      }
      const { refused } = await settlement.enter(tx, untold, id, paid, by)
      if (refused) throw refused
    },

    /** Writes into the audit log who gave the seat, and why; tells the student if asked to. */
    async welcomeAtDesk(
      tx: Tx,
      kind: SeatKind,
      id: string,
      { note, letter, after }: { note: string; letter: boolean; after: Record<string, unknown> },
      by: Actor,
    ): Promise<{ seat: Party; letters: number; chats: number }> {
      const seat = await getParty(tx, kind, id)
      if (note !== '') await updateSeat(tx, seat, { staff_note: note })
      await audit.record(tx, {
        by,
        action: 'added',
        kind,
        id,
        title: `${seat.name}, ${seat.course_title}`,
        after: { status: seat.status, ...after, note },
      })
      if (!letter) return { seat, letters: 0, chats: 0 }
      const count = await outbox.tell(tx, ...(await standing(tx, seat)))
      const letters = seat.email === '' ? 0 : 1
      return { seat, letters, chats: count - letters }
    },

    /**
     * Whose seat it is. Of several seats that one payer took, address and phone are the payer's: they change for all. Who
     * pressed the link of a letter has proved the old address alone. @throws `conflict` if it is not as `before` any more
     */
    async correctPerson(
      tx: Tx,
      kind: SeatKind,
      id: string,
      { name, email, phone, before }: Correction,
      by: Actor,
    ): Promise<{ seat: Seat; redirected: number }> {
      const party = await getParty(tx, kind, id)
      const seat = party.members.find((one) => one.id === id)
      if (!seat) throw refusal('seat-unknown', { facts: { kind } })
      if (seat.name !== before.name || seat.email !== before.email || seat.phone !== before.phone) {
        throw refusal('seat-person-changed')
      }
      const isReaddressed = email !== seat.email
      const to = { email, phone, mailbox: mailboxOf(email) }
      const unproved = isReaddressed && { proved_at: null, proof_turn: party.proof_turn + 1 }
      for (const one of party.members) {
        const isOwn = one.id === id
        const isTheirGuest = id === party.id && one.is_named === 0
        await updateSeat(tx, one, {
          ...to,
          ...unproved,
          ...(isOwn && one.name !== name && { name, is_named: 1 as const }),
          ...(!isOwn && isTheirGuest && { name: guestOf(name) }),
        })
      }
      const proofId = isReaddressed
        ? proofIdOf({ id: party.id, proof_turn: party.proof_turn + 1 })
        : undefined
      const anew = (data: Record<string, unknown>) => ({
        ...data,
        ...(data['name'] === seat.name && { name }),
        ...(data['provedUntil'] !== undefined && proofId !== undefined && { proofId }),
      })
      let redirected = 0
      for (const one of party.members) {
        const reached = { from: seat, to, isProved: !isReaddressed && one.proved_at !== null }
        redirected += await outbox.redirect(tx, `${kind}:${one.id}`, reached, anew)
      }
      const person = { name: seat.name, email: seat.email, phone: seat.phone }
      await record(tx, seat, by, person, { name, email, phone })
      return { seat: { ...seat, ...to, name }, redirected }
    },
  }
}
