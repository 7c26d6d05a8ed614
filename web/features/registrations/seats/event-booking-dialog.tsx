import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Profile } from '../../../../contract/accounts/accounts.ts'
import type { CouponQuote } from '../../../../contract/money/coupons.ts'
import { upiUri } from '../../../../contract/money/upi-link.ts'
import type { SeatReceipt } from '../../../../contract/registrations/enrolments.ts'
import { eventBookingForm } from '../../../../contract/registrations/event-bookings.ts'
import { silentHoldMinutes } from '../../../../contract/registrations/seat-holds.ts'
import { newDateText } from '../../../../contract/site/new-date.ts'
import { dayText, formatRupees } from '../../../../contract/words.ts'
import { useTerms } from '../../../lib/accepted-terms.ts'
import { ApiError, api, wordsOf } from '../../../lib/api.ts'
import { useSchool } from '../../../lib/school.ts'
import { rememberSeat } from '../../../lib/seats-taken.ts'
import { useCoupon } from '../../../lib/use-coupon.ts'
import { dialogDraft } from '../../../lib/use-kept-dialog.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { CouponField } from '../../../ui/coupon-field.tsx'
import { FactLines } from '../../../ui/facts.tsx'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { ErrorNote, Note } from '../../../ui/note.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { onPhone, UpiCode, UpiWays } from '../../../ui/upi-code.tsx'
import * as text from './event-booking-dialog.en.ts'
import { type GroupControl, GroupFields, groupFields, oneSeat, requestFields, seatsOf } from './group.tsx'
import {
  type BookableEvent,
  batchPlace,
  holdPlace,
  type KeptHold,
  knownHolds,
  sendOnce,
} from './kept-hold.ts'
import { codeLeavesSeconds, type PayingWords, payingWords, paymentKind, untilText } from './paying-words.ts'
import { AnotherPerson, type ReviewActions, SeatDialog, type SeatField, UnusedCode } from './seat-dialog.tsx'
import { HoldNote, HoldPanel, useSeatHold } from './seat-hold.tsx'
import {
  ConfirmByLetter,
  isHeldAlready,
  type OpenDate,
  OpenDates,
  SeatReceived,
  SeatRefusal,
} from './seat-refusal.tsx'
import * as shared from './seats.en.tsx'
import { TermsLine } from './terms-line.tsx'

const rules = z.extend(eventBookingForm, groupFields)
const emptyForm = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  specialRequirements: '',
  ...oneSeat,
}
type Typed = z.input<typeof rules>
type Values = z.output<typeof rules>

export default function EventBookingDialog({
  event: asked,
  open,
  onClose,
  onWait,
}: Openable & {
  event: BookableEvent
  onWait: (event: BookableEvent, typed: Typed) => void
}) {
  const [seats, setSeats] = useState(1)
  const { event, draft, coupon, hold, choose, accept, goOn, isAccepted } = useBooking(asked, open, seats)
  const accepted = useTerms('course-terms')
  const { state } = hold
  const [isForAnother, setForAnother] = useState(false)
  const isLate = useRef(false)
  const { quote, isChecking } = coupon
  const toPay = quote?.toPay ?? event.amount * seats
  const words = payingWords[paymentKind(useSchool(), toPay)]
  const isFree = event.amount === 0
  const maySend = hold.sent !== null && ['live', 'ended', 'released'].includes(state.kind)
  const isPayable = state.kind === 'live' && state.secondsLeft > codeLeavesSeconds
  const isPriceShown = isPayable && isAccepted
  const terms = <TermsLine of={accepted} />
  const { isBegun, forgetBegun, ...ways } = useUpiWays()
  const description = `${event.title} · ${dayText(event.event_date)}`
  const waysOn = (person: Values, { clearError, startWith }: ReviewActions<Typed>) => ({
    courseId: event.id,
    onChoose(date: OpenDate) {
      choose(date, person)
      clearError()
    },
    onWait: () => onWait(event, person),
    onAnother() {
      hold.release()
      setForAnother(true)
      startWith({ firstName: '', lastName: '', email: '', phone: '' })
    },
  })
  return (
    <SeatDialog
      open={open}
      onClose={onClose}
      place={draft}
      code={coupon.field.typed}
      onReset={() => {
        hold.release()
        coupon.remove()
        setForAnother(false)
        forgetBegun()
      }}
      question={state.kind === 'live' && <StaysKept hold={state.hold} />}
      steps={{
        form: { title: text.title, description },
        review: { title: state.kind === 'unconfirmed' ? text.oneStepToGo : words.title, description },
        success: { title: text.receivedTitle, description },
      }}
      labels={{ review: isFree ? text.goOn : text.goToPayment, edit: text.back, send: text.send }}
      rules={rules}
      onSeats={setSeats}
      defaults={emptyForm}
      fieldsOf={fieldsOf}
      fields={(field, group) => (
        <BookingFields {...{ field, isFree, coupon, group }}>
          {isForAnother ? <AnotherPerson /> : <HoldNote {...{ state, words }} onRead={hold.forget} />}
          <Note tone="warning" title={newDateText(event.closedOn)} />
        </BookingFields>
      )}
      onReview={goOn}
      review={(person, error, actions) => (
        <>
          <p className="text-sm text-ink-soft">{text.step2}</p>
          {!isPriceShown && terms}
          <Note tone="warning" title={newDateText(event.closedOn)} />
          <Refusal error={error} words={words} {...waysOn(person, actions)} />
          <UnusedCode refused={coupon.refused} />
          {!isSeatGone(error) && (
            <HoldPanel
              {...{ state, event, isAccepted, words }}
              {...waysOn(person, actions)}
              onTake={() => hold.take(person)}
              onAccept={accept}
              onGiveBack={hold.release}
              email={person.email}
            >
              {(kept) => <ToPay {...{ event, ...ways, hold: kept, quote, isChecking, terms }} />}
            </HoldPanel>
          )}
        </>
      )}
      canSend={maySend && isAccepted && accepted.hash !== undefined}
      isOver={isSeatGone}
      send={async (values) => {
        isLate.current = state.kind !== 'live'
        const answer = await bookOnce(
          { ...requestFields(values), ...hold.sent, couponCode: coupon.code, terms: accepted.hash },
          event,
        )
        hold.done()
        rememberBooked(answer as { data?: { id?: string; key?: string } })
        return answer
      }}
      onFailed={(error) => {
        coupon.checkAgain()
        accepted.check(error)
      }}
      sendLook={words.paysFirst && isPayable && !isBegun ? 'outline' : 'primary'}
      hasPaid={words.paysFirst}
      success={(receipt, values) =>
        receipt?.confirmFirst ? (
          <ConfirmByLetter email={values?.email ?? ''} />
        ) : (
          <Booked {...{ receipt, event, seats, words }} isLate={isLate.current} />
        )
      }
    />
  )
}

const fieldsOf = ({ firstname, lastname, email, phone }: Profile) => ({
  firstName: firstname,
  lastName: lastname,
  email,
  phone,
})

const rememberBooked = ({ data }: { data?: { id?: string; key?: string } }) =>
  rememberSeat(data?.id, data?.key)

function useUpiWays() {
  const byApp = useMedia(onPhone)
  const [begun, setBegun] = useState<'app' | 'code' | null>(null)
  return {
    byApp,
    isBegun: !byApp || begun !== null,
    forgetBegun: () => setBegun(null),
    hasOpened: begun === 'app',
    onOpen: () => setBegun('app'),
    onShow: () => setBegun((before) => before ?? 'code'),
  }
}

function Booked({
  receipt,
  event,
  seats,
  words,
  isLate,
}: {
  receipt: SeatReceipt | undefined
  event: BookableEvent
  seats: number
  words: PayingWords
  isLate: boolean
}) {
  const school = useSchool()
  const facts = { count: seats, course: <strong>{event.title}</strong> }
  const isConfirmed = receipt?.status === 'confirmed'
  return (
    <SeatReceived
      receipt={receipt}
      day={event.event_date}
      dayName={text.when}
      time={event.event_time}
      batchId={event.batchId}
      hasPaid={words.paysFirst}
    >
      {isLate && `${words.wasLate} `}
      {isConfirmed ? shared.seatConfirmed(facts) : shared.seatHeld(facts)}{' '}
      {school?.whatsapp && (isConfirmed ? shared.confirmationFollows : words.confirmation)}
    </SeatReceived>
  )
}

function useBooking(asked: BookableEvent, isOpen: boolean, seats: number) {
  const [{ event, place }, setChosen] = useState({ event: asked, place: holdPlace(asked) })
  const draft = `book ${place}`
  const coupon = useCoupon(
    {
      courseId: event.id,
      ...(event.batchId !== null && { batchId: event.batchId }),
      ...(seats > 1 && { seats }),
    },
    null,
    dialogDraft(draft).read().code,
  )
  const hold = useSeatHold({ event, place }, { isOpen })
  const { state } = hold
  return {
    event,
    draft,
    coupon,
    hold,
    isAccepted: state.kind !== 'live' || isAsShown(state.hold, event),
    choose({ id: batchId, date: event_date, startTime: event_time, price }: OpenDate, person: Values) {
      const next = { ...event, batchId, event_date, event_time, amount: Number(price) }
      const at = { event: next, place: holdPlace(next) }
      dialogDraft(draft).write(undefined)
      hold.forget()
      setChosen(at)
      hold.take(person, at)
    },
    /** Goes to the second step; `isAgain` is true after a reload. */
    goOn(person: Values, isAgain: boolean) {
      if (state.kind === 'unconfirmed') {
        // The visitor may have typed another e-mail address, which then needs a confirming e-mail of its own.
        if (isAgain) return
        hold.release()
        hold.take(person)
        return
      }
      const isGone = state.kind === 'ended' || state.kind === 'released'
      // The visitor may have paid before a reload, so no new seat is requested after a reload. The dialog shows the old
      // hold's state.
      const isOther = state.kind === 'live' && (state.hold.seats ?? 1) !== seatsOf(person)
      if (isGone ? !isAgain : isOther || ['none', 'lost', 'refused'].includes(state.kind)) hold.take(person)
    },
    accept({ batch, amount, seats = 1 }: KeptHold) {
      const event_time = batch === event.event_date ? event.event_time : null
      setChosen({ event: { ...event, event_date: batch, event_time, amount: Number(amount) / seats }, place })
    },
  }
}

function bookOnce(
  typed: { email: string; holdId?: string; [field: string]: unknown },
  { id: eventId, batchId, event_date, amount }: BookableEvent,
) {
  const body = {
    ...typed,
    eventId,
    ...(batchId !== null && { batchId }),
    paymentMethod: 'online' as const,
    paymentAmount: amount,
    ...knownHolds(typed.holdId),
  }
  return sendOnce(batchPlace(eventId, batchId, event_date), body, async (asked, once) => {
    const answer = await api('POST /api/events_enrollments', { body: asked as never }, once)
    if ((answer as { success?: boolean } | null)?.success === false) throw new Error(text.notCompleted)
    return answer
  })
}

function StaysKept({ hold }: { hold: KeptHold }) {
  return text.staysHeld({ until: untilText(hold.until) })
}

function isSeatGone(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'batch_full'
}

function isAsShown({ batch, amount, seats = 1 }: KeptHold, event: BookableEvent): boolean {
  return batch === event.event_date && Number(amount) === event.amount * seats
}

function Refusal({
  error,
  words,
  ...ways
}: Omit<ComponentProps<typeof SeatRefusal>, 'error'> & { error: Error | null; words: PayingWords }) {
  if (isHeldAlready(error)) return <SeatRefusal error={error} {...ways} />
  if (!error) return null
  return (
    <ErrorNote title={error.message || wordsOf((error as ApiError).body) || text.failed}>
      {isSeatGone(error) ? <OpenDates lead={words.noSeat} isFull {...ways} /> : words.sendAgain}
    </ErrorNote>
  )
}

function BookingFields({
  field,
  isFree,
  coupon,
  group,
  children,
}: {
  field: SeatField<Typed, Values>
  isFree: boolean
  coupon: Pick<ReturnType<typeof useCoupon>, 'field'>
  group: GroupControl
  children: ReactNode
}) {
  return (
    <>
      <p className="text-sm text-ink-soft">{text.step1}</p>
      {children}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={text.firstName} required autoComplete="given-name" {...field('firstName')} />
        <TextField label={text.lastName} required autoComplete="family-name" {...field('lastName')} />
      </div>
      <TextField label={text.email} type="email" required autoComplete="email" {...field('email')} />
      <PhoneField label={text.whatsappNumber} required {...field('phone')} />
      <GroupFields group={group} />
      <TextArea
        label={text.requirements}
        hint={text.requirementsHint}
        rows={3}
        {...field('specialRequirements')}
      />
      {!isFree && <CouponField {...coupon.field} />}
      <p className="text-sm text-ink-soft">
        {isFree ? text.holdsNext : text.holdsNextForMinutes({ minutes: silentHoldMinutes })}
      </p>
    </>
  )
}

/** Shows the sum to pay and its UPI code. The code hides while a coupon that changes the sum is checked. */
export function ToPay({
  hold,
  event,
  quote,
  isChecking,
  terms,
  ...ways
}: Pick<ComponentProps<typeof UpiWays>, 'byApp' | 'hasOpened' | 'onOpen' | 'onShow'> & {
  hold: KeptHold
  event: BookableEvent
  quote: CouponQuote | null
  isChecking: boolean
  /** The line about the terms that the visitor accepts. It is shown beside the price. */
  terms: ReactNode
}) {
  const school = useSchool()
  const toPay = quote?.toPay ?? Number(hold.amount)
  const paying = paymentKind(school, toPay)
  const { how } = payingWords[paying]
  if (paying === 'free')
    return (
      <>
        <Discount quote={quote} />
        {terms}
        <p>{how}</p>
      </>
    )
  const uri =
    school?.upi.id &&
    upiUri(school.upi, { amount: toPay.toFixed(2), reference: hold.reference, title: event.title })
  return (
    <>
      <Discount quote={quote} />
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-ink-soft">{shared.toPay}</span>
        <span className="font-display text-xl">{formatRupees(toPay)}</span>
      </p>
      {terms}
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-ink-soft">{text.yourReference}</span>
        <strong>{hold.reference}</strong>
      </p>
      {paying === 'simulated' && (
        <Note tone="warning" title={text.demonstration}>
          {how}
        </Note>
      )}
      {uri &&
        !isChecking &&
        (paying === 'simulated' ? (
          <UpiCode id={school.upi.id} uri={uri} />
        ) : (
          <UpiWays id={school.upi.id} uri={uri} {...ways} />
        ))}
      {(paying === 'upi' || paying === 'atSchool') && <p className="text-sm text-ink-soft">{how}</p>}
    </>
  )
}

function Discount({ quote }: { quote: CouponQuote | null }) {
  return (
    quote && (
      <FactLines
        facts={[
          [text.price, formatRupees(quote.price)],
          [shared.discount, shared.discountBy({ amount: formatRupees(quote.discount), code: quote.code })],
        ]}
      />
    )
  )
}
