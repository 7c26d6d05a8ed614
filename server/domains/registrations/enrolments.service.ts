import type * as z from 'zod/mini'
import { courseDefaults } from '../../../contract/course-facts.ts'
import type { EnrolmentView, enrolmentBody } from '../../../contract/enrolments.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { Tx } from '../../db/schema.ts'
import type { PaymentMeans } from '../../platform/payments/provider.ts'
import type { BatchRow, CoursesService } from '../courses/courses.service.ts'
import type { Deps } from '../deps.ts'
import { type PaymentsService, presentPayment } from '../payments/payments.service.ts'
import { owedFor } from '../payments/settlement.service.ts'
import type { Asker, HoldersService } from './caps/holders.service.ts'
import type { SeatHoldsService } from './holds/seat-holds.service.ts'
import {
  billOf,
  countedOf,
  type Party,
  presentReceipt,
  type SeatsService,
  type SeatTerms,
} from './seats/seats.service.ts'

export type EnrolmentsService = ReturnType<typeof createEnrolmentsService>

/** Of a seat that was asked for: its receipt names them already. */
type Asked = Partial<Pick<Party, 'id' | 'reference'>>

export function createEnrolmentsService(
  { db, clock }: Deps,
  courses: CoursesService,
  holders: HoldersService,
  seatHolds: SeatHoldsService,
  seats: SeatsService,
  payments: PaymentsService,
) {
  /** Of a booking that found no seat the hold never ran. */
  function endOf({ members: [lead] }: Party): string | null {
    return lead.hold_until !== null && lead.hold_until <= clock.now() ? lead.hold_until : null
  }

  return {
    /** Holds seats of the named batch, else of the next one; price and title are ours. @throws `not_found`, `batch_changed`, `batch_full`, `coupon_invalid`, `already_enrolled`, `limit_reached` */
    async enrol(
      tx: Tx,
      body: z.output<typeof enrolmentBody>,
      terms: SeatTerms,
      asker: Asker,
      known: Asked = {},
    ): Promise<Party> {
      const offer = await courses.batchForSale(tx, body)
      const { email, phone, others = [] } = body
      const wanted = { batchId: offer.batch.id, seats: others.length + 1, coupon: body.couponCode }
      const person = { email, phone, ...wanted }
      return holders.judged(
        tx,
        asker,
        person,
        async ({ provedAt, own }) => {
          const { batch, hold } = await seatHolds.sellSeat(tx, offer, { own, seats: wanted.seats })
          const { id } = await seats.begin(tx, offer.course, terms, {
            ...known,
            kind: 'enrolment',
            batch,
            provedAt,
            name: body.fullName,
            email,
            phone,
            question: body.questions || null,
            payment_method: body.paymentMethod,
            others,
          })
          if (hold) await seatHolds.complete(tx, hold, id)
          await seats.discount(tx, 'enrolment', id, body.couponCode)
          return seats.welcome(tx, 'enrolment', id, terms)
        },
        terms,
      )
    },

    /**
     * Enrols somebody of the waiting list on a seat that is taken already. The caller has locked the batch, and ends the
     * offer in the same transaction. @throws `not_found`, `batch_changed`
     */
    async enrolOffered(
      tx: Tx,
      offer: { batch: BatchRow; named: string; person: { name: string; email: string; phone: string } },
      terms: SeatTerms,
    ): Promise<Party> {
      const { batch, named, person } = offer
      const course = await courses.priceOfSeat(tx, batch)
      courses.requireNamed(batch, named)
      const { id } = await seats.begin(tx, course, terms, {
        ...person,
        kind: 'enrolment',
        batch,
        // The letter alone leads to the offer.
        provedAt: clock.now(),
        payment_method: 'UPI',
      })
      return seats.welcome(tx, 'enrolment', id, terms)
    },

    /** What the payment page shows of an enrolment, or of a booking, with the seats that were taken with it. */
    async view(id: string, terms: { groupMax: number; confirmFirst: boolean }): Promise<EnrolmentView> {
      const party = await seats.get(db.read, await seats.kindOf(id), id)
      const [means, money, addable] = await Promise.all([
        payments.provider.begin(billOf(party)),
        owedFor(db.read, seats.payables[party.kind], party),
        seats.addable(db.read, party, terms),
      ])
      const checking = money.state === 'checking'
      const reported = checking && (await payments.isReported(db.read, party))
      const due = money.dueInPaise
      const isPart = party.status === 'confirmed' && due > 0
      const view = {
        ...presentEnrolment(party, means, { checking, canName: seats.canName(party) }),
        ...(addable && { addable: { seats: addable.seats, price: decimalRupees(addable.priceInPaise) } }),
        ...(isPart && {
          rest: { due: decimalRupees(due), came: decimalRupees(party.amount_in_paise - due) },
        }),
      }
      if (party.status !== 'expired') return { ...view, reported }
      const batch = await courses.stateOfBatch(db.read, party.batch_id)
      return { ...view, reported, ended: { at: endOf(party), courseId: party.course_id, batch } }
    },
  }
}

function presentEnrolment(
  party: Party,
  means: PaymentMeans,
  { checking, canName }: { checking: boolean; canName: boolean },
): Omit<EnrolmentView, 'reported'> {
  // Nobody is asked to pay before there is a seat, nor for a place without a date.
  const isDue = party.status === 'pending' && party.hold_until !== null
  const { group: _, ...receipt } = presentReceipt(party)
  return {
    ...receipt,
    courseTitle: party.course_title,
    fullname: party.name,
    batch: party.starts_on ?? courseDefaults.nextbatch,
    batchId: party.starts_on && party.batch_id,
    startTime: party.starts_at,
    ...(party.coupon_code !== null && {
      coupon: {
        code: party.coupon_code,
        price: decimalRupees(party.amount_in_paise + party.discount_in_paise),
        discount: decimalRupees(party.discount_in_paise),
      },
    }),
    ...(party.group_id !== null && {
      group: { count: countedOf(party).length, canName, seats: party.members.map(presentMember) },
    }),
    payment: presentPayment(means, { checking, isDue, method: party.payment_method }),
  }
}

function presentMember(seat: Party['members'][number]) {
  return {
    id: seat.id,
    reference: seat.reference,
    name: seat.is_named === 1 ? seat.name : null,
    price: decimalRupees(Number(seat.amount_in_paise) + Number(seat.discount_in_paise)),
    status: seat.status,
  }
}
