import { refusal } from '../../../contract/errors.ts'
import type { MoneyMethod } from '../../../contract/money-methods.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { SeatKind, Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../deps.ts'
import type { PaymentsService, Refund } from '../payments/payments.service.ts'
import { factsOfOne, toStudent } from './seat-messages.ts'
import { isLive, type Party } from './seat-parties.ts'
import type { SeatSteps } from './seat-steps.ts'
import { moneyWasMistaken, seatRefunded } from './seats.letters.ts'
import { type Seat, updateSeat } from './seats.repository.ts'

/** Money that staff sent back; `amount` is whole paise, all that waits unless told. */
export interface SentBack {
  amount?: number | undefined
  method?: MoneyMethod | undefined
  note: string
  keepsRest?: boolean | undefined
  tell?: boolean | undefined
}

/** Money of seats that goes back, or never came. */
export function createSeatRefunds(
  { ids, outbox }: Pick<Deps, 'ids' | 'outbox'>,
  { getParty, record }: SeatSteps,
  payments: PaymentsService,
) {
  async function sendWaiting(
    tx: Tx,
    party: Party,
    { amount, waits, ...entry }: Refund & { amount: number; waits: number },
    by: Actor,
  ): Promise<number> {
    if (amount > waits) throw refusal('refund-above', { facts: { mostInPaise: waits } })
    let left = amount
    for (const seat of party.members) {
      const sent = await payments.refund(tx, seat, { ...entry, amountInPaise: left })
      if (sent === 0) continue
      left -= sent
      const after = { payment: 'refunded', sum: decimalRupees(sent), note: entry.note }
      await record(tx, seat, by, { payment: 'attention' }, after)
    }
    return amount
  }

  /** What is more than its price goes first; the rest is taken off the price. */
  async function sendFromPrice(
    tx: Tx,
    seat: Seat,
    { amount, ...entry }: Refund & { amount: number | undefined },
    by: Actor,
  ): Promise<number> {
    const paid = Number((await payments.moneyOf(tx, seat)).paid_in_paise)
    if (!isLive(seat) || paid === 0 || amount === undefined) throw refusal('no-unseated-money')
    if (amount > paid) throw refusal('refund-above', { facts: { mostInPaise: paid } })
    const before = Number(seat.amount_in_paise)
    const after = before - Math.max(0, amount - Math.max(0, paid - before))
    await payments.refund(tx, seat, { ...entry, amountInPaise: amount, from: 'pays' })
    await updateSeat(tx, seat, { amount_in_paise: after })
    await record(
      tx,
      seat,
      by,
      { price: decimalRupees(before) },
      { price: decimalRupees(after), refunded: decimalRupees(amount), note: entry.note },
    )
    return amount
  }

  return {
    /**
     * Money was sent back: what waits without a seat, or a part of what pays a live one, which costs so much less then.
     * @throws `conflict` where there is not so much
     */
    async refund(tx: Tx, kind: SeatKind, id: string, sent: SentBack, by: Actor): Promise<void> {
      const party = await getParty(tx, kind, id)
      const seat = party.members.find((one) => one.id === id) ?? party
      const states = await payments.listStates(tx, kind, party.members)
      const waits = states.reduce((sum, { unseated_in_paise }) => sum + Number(unseated_in_paise), 0)
      const entry = { note: sent.note, method: sent.method, recordedBy: by.userId }
      const cameBack =
        waits > 0
          ? await sendWaiting(tx, party, { ...entry, amount: sent.amount ?? waits, waits }, by)
          : await sendFromPrice(tx, seat, { ...entry, amount: sent.amount }, by)
      if (waits > 0 && sent.keepsRest) {
        for (const one of party.members) if (!isLive(one)) await payments.seatMoney(tx, one)
      }
      if (sent.tell === false) return
      const turn = `refunded:${ids.id()}`
      const facts = { ...factsOfOne(party, seat), backInPaise: cameBack, method: sent.method ?? null }
      await outbox.tell(tx, { ...toStudent(seat, turn, seatRefunded(facts)), isOwed: true })
    },

    /** Nobody else changes what the seat's money is for. */
    async lockMoney(tx: Tx, kind: SeatKind, id: string): Promise<void> {
      await getParty(tx, kind, id)
    },

    /** After a sum was taken back that had been entered by mistake: the seat stays, and owes again. */
    async moneyReversed(
      tx: Tx,
      kind: SeatKind,
      id: string,
      { reason, tell, amountInPaise }: { reason: string; tell: boolean; amountInPaise: number },
      by: Actor,
    ): Promise<void> {
      const party = await getParty(tx, kind, id)
      const seat = party.members.find((one) => one.id === id) ?? party
      if (isLive(seat) && (await payments.seatMoney(tx, seat))) {
        // What came beyond its price pays for it first, and waits again as far as it is too much.
        await payments.unseatMoney(tx, seat, Number(seat.amount_in_paise))
      }
      await record(tx, seat, by, { paid: decimalRupees(amountInPaise) }, { paid: null, mistake: reason })
      if (!tell) return
      // The price of a seat that has ended is nobody's debt.
      const restInPaise = isLive(seat) ? Number((await payments.moneyOf(tx, seat)).due_in_paise) : 0
      const facts = { ...factsOfOne(party, seat), mistakeInPaise: amountInPaise, restInPaise }
      const words = moneyWasMistaken(facts)
      await outbox.tell(tx, { ...toStudent(seat, `mistaken:${ids.id()}`, words), isOwed: true })
    },
  }
}
