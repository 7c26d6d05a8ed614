import { type ReactNode, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { courseDefaults } from '../../../../contract/catalogue/course-facts.ts'
import type { Batch } from '../../../../contract/catalogue/courses.ts'
import { atSchool, paymentMethodHints, paymentMethods } from '../../../../contract/money/payment-methods.ts'
import { enrolmentForm, placeForm, type SeatReceipt } from '../../../../contract/registrations/enrolments.ts'
import { newDateText } from '../../../../contract/site/new-date.ts'
import { dayText, formatRupees, timeInWords } from '../../../../contract/words.ts'
import { useTerms } from '../../../lib/accepted-terms.ts'
import { ApiError, api } from '../../../lib/api.ts'
import { useSchool } from '../../../lib/school.ts'
import { rememberSeat } from '../../../lib/seats-taken.ts'
import { useCoupon } from '../../../lib/use-coupon.ts'
import { dialogDraft, fullNameOf } from '../../../lib/use-kept-dialog.ts'
import { CouponField } from '../../../ui/coupon-field.tsx'
import { EmailWords } from '../../../ui/email-words.tsx'
import { FactLines } from '../../../ui/facts.tsx'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { dismissToast, toast } from '../../../ui/toast-store.ts'
import * as text from './enrolment-dialog.en.ts'
import {
  GroupFields,
  type GroupValues,
  groupFields,
  groupWords,
  oneSeat,
  requestFields,
  seatsOf,
} from './group.tsx'
import { batchPlace, knownHolds, sendOnce } from './kept-hold.ts'
import { paymentKind } from './paying-words.ts'
import { AnotherPerson, SeatDialog, type SeatField, UnusedCode } from './seat-dialog.tsx'
import {
  ConfirmByLetter,
  DateField,
  factColumns,
  isHeldAlready,
  isReserved,
  type OpenDate,
  SeatReceived,
  SeatRefusal,
} from './seat-refusal.tsx'
import * as shared from './seats.en.tsx'
import { TermsLine } from './terms-line.tsx'

type Coupon = ReturnType<typeof useCoupon>

export interface EnrollableCourse {
  id: string
  title: string
  /** ISO day of the batch, or 'Coming soon'. */
  batch: string
  batchId: string | null
  /** The batch's start, 24-hour `HH:MM`, if it is known. */
  time: string | null
  /** The price in rupees. */
  price: string
  batches: readonly Batch[]
}

type Typed = z.input<typeof enrolmentForm> & GroupValues

export default function EnrolmentDialog({
  course: asked,
  known,
  onWait,
  ...dialog
}: Openable & {
  course: EnrollableCourse
  known?: Partial<Typed>
  onWait: (course: EnrollableCourse, typed: Typed) => void
}) {
  const refusal = useRef(0)
  const [course, setCourse] = useState(asked)
  const choose = ({ id, date, startTime, price }: OpenDate) =>
    setCourse({ ...course, batch: date, batchId: id, time: startTime, price })
  const { id: courseId, title: courseTitle, batch, batchId } = course
  const [isForAnother, setForAnother] = useState(false)
  const [seats, setSeats] = useState(1)
  const terms = termsOf(course)
  const paysThere = paymentKind(useSchool(), 1) === 'atSchool'
  const place = `enrol ${courseId}`
  const accepted = useTerms('course-terms')
  const coupon = useCoupon(
    terms.isDue ? { courseId, ...(batchId !== null && { batchId }), ...(seats > 1 && { seats }) } : null,
    null,
    dialogDraft(place).read().code,
  )
  return (
    <SeatDialog
      {...dialog}
      place={place}
      code={coupon.field.typed}
      onReset={() => {
        coupon.remove()
        setForAnother(false)
      }}
      steps={{
        form: {
          title: text.title,
          description: `${courseTitle} · ${dayText(batch)} · ${terms.fee}`,
        },
        review: { title: text.reviewTitle },
        success: { title: text.receivedTitle },
      }}
      labels={{ review: text.review, edit: text.edit, send: text.send }}
      rules={terms.isDue && !paysThere ? paidRules : rulesWithoutMethod}
      onSeats={setSeats}
      defaults={{
        fullName: '',
        email: '',
        phone: '',
        questions: '',
        ...oneSeat,
        ...known,
      }}
      fieldsOf={(profile) => ({
        fullName: fullNameOf(profile),
        email: profile.email,
        phone: profile.phone,
      })}
      fields={(field, group) => (
        <EnrolmentFields {...{ field, terms, coupon, isForAnother }}>
          <DateField {...course} onChoose={choose} />
          <NewDateNote course={course} />
          <GroupFields group={group} left={seatsLeft(course)} />
        </EnrolmentFields>
      )}
      onRefused={() => {
        refusal.current = toast({ title: text.invalid, description: text.invalidLead, tone: 'error' })
      }}
      onReview={() => dismissToast(refusal.current)}
      review={(typed, error, { clearError, startWith }) => (
        <>
          <EnrolmentReview {...{ course, terms, typed, coupon }}>
            <TermsLine of={accepted} />
          </EnrolmentReview>
          {/* The error message is at the end of the step, because a toast covers the top on a phone. */}
          <SeatRefusal
            error={error}
            courseId={courseId}
            onChoose={(date) => {
              choose(date)
              clearError()
            }}
            onWait={() => onWait(course, typed)}
            onAnother={() => {
              setForAnother(true)
              startWith({ fullName: '', email: '', phone: '' })
            }}
          >
            {error && refusalAdvice(error)}
          </SeatRefusal>
        </>
      )}
      canSend={accepted.hash !== undefined}
      send={async (values) => {
        dismissToast(refusal.current)
        const answer = await enrolOnce(values, course, {
          couponCode: terms.isDue ? coupon.code : undefined,
          terms: accepted.hash,
        })
        if (answer.data?.trial === undefined) rememberSeat(answer.data?.id, answer.data?.key)
        return answer
      }}
      onFailed={(error) => {
        coupon.checkAgain()
        accepted.check(error)
        if (isHeldAlready(error)) return
        refusal.current = toast({
          title: text.failed,
          description: text.failedLead,
          tone: 'error',
          durationMs: 5_000,
        })
      }}
      success={(receipt, values) => <Received {...{ course, terms, receipt }} email={values?.email ?? ''} />}
    />
  )
}

function Received({
  course: { title, batch, batchId, time },
  terms,
  receipt,
  email,
}: {
  course: EnrollableCourse
  terms: Terms
  receipt: SeatReceipt | undefined
  email: string
}) {
  const school = useSchool()
  if (receipt?.confirmFirst) return <ConfirmByLetter email={email} />
  const facts = { count: receipt?.group?.seats ?? 1, course: <strong>{title}</strong> }
  return (
    <SeatReceived receipt={receipt} day={batch} dayName={text.nextBatch} time={time} batchId={batchId}>
      {isReserved(receipt, terms.isUndated)
        ? shared.placeReserved(facts)
        : receipt?.status === 'confirmed'
          ? shared.seatConfirmed(facts)
          : shared.seatHeld(facts)}{' '}
      {school?.whatsapp && shared.confirmationFollows}
    </SeatReceived>
  )
}

function enrolOnce(
  typed: z.output<typeof paidRules>,
  { id: courseId, title: courseTitle, batch, batchId, price }: EnrollableCourse,
  more: { couponCode: string | undefined; terms: string | undefined },
) {
  const body = {
    ...requestFields(typed),
    courseId,
    courseTitle,
    batch,
    ...(batchId !== null && { batchId }),
    price,
    status: 'pending',
    ...more,
    ...knownHolds(),
  }
  return sendOnce(batchPlace(courseId, batchId, batch), body, (asked, once) =>
    api('POST /api/enrollments', { body: asked as never }, once),
  )
}

const paidRules = z.extend(enrolmentForm, groupFields)
const rulesWithoutMethod = z.extend(placeForm, groupFields)

function seatsLeft({ batches, batchId }: EnrollableCourse): number | null {
  const batch = batches.find(({ id }) => id === batchId)
  return batch === undefined || batch.capacity === null ? null : batch.capacity - batch.enrolled
}

function termsOf({ price, batch }: EnrollableCourse) {
  const isFree = Number(price) === 0
  const isUndated = batch === courseDefaults.nextbatch
  return {
    isFree,
    isUndated,
    isDue: !isFree && !isUndated,
    fee: isFree ? shared.free : formatRupees(price),
  }
}

type Terms = ReturnType<typeof termsOf>

function EnrolmentFields({
  field,
  terms: { isDue, isFree, isUndated },
  coupon,
  isForAnother,
  children,
}: {
  field: SeatField<Typed>
  terms: Terms
  coupon: Coupon
  isForAnother: boolean
  children: ReactNode
}) {
  const paysThere = paymentKind(useSchool(), 1) === 'atSchool'
  return (
    <>
      {isForAnother && <AnotherPerson />}
      {isUndated && <UndatedNote isFree={isFree} />}
      <TextField label={text.fullName} required autoComplete="name" {...field('fullName')} />
      <TextField label={text.email} type="email" required autoComplete="email" {...field('email')} />
      <PhoneField label={text.phoneNumber} required {...field('phone')} />
      {children}
      {isDue && paysThere && <p>{text.payThere}</p>}
      {isDue && !paysThere && (
        <RadioCards
          label={text.payBy}
          required
          options={paymentMethods.map((value) => ({
            value,
            label: value,
            detail: paymentMethodHints[value],
          }))}
          {...field('paymentMethod')}
        />
      )}
      <TextArea label={text.questions} hint={text.questionsHint} rows={3} {...field('questions')} />
      {isDue && <CouponField {...coupon.field} />}
      <p className="text-sm text-ink-soft">
        {isUndated ? text.reviewBeforePlace : isFree ? text.reviewBeforeSeat : text.reviewBeforeHold}
      </p>
    </>
  )
}

function EnrolmentReview({
  course,
  terms: { isDue, isFree, isUndated, fee },
  typed,
  coupon,
  children,
}: {
  course: EnrollableCourse
  terms: Terms
  typed: z.output<typeof paidRules>
  coupon: Coupon
  /** The line about the terms that the visitor accepts. It is shown beside the price. */
  children: ReactNode
}) {
  const { quote, refused } = isDue ? coupon : { quote: null, refused: null }
  const paysThere = paymentKind(useSchool(), 1) === 'atSchool'
  const seats = seatsOf(typed)
  const sum = Number(course.price) * seats
  const toPay = quote?.toPay ?? sum
  return (
    <>
      {isUndated && <UndatedNote isFree={isFree} />}
      <NewDateNote course={course} />
      <UnusedCode refused={refused} />
      <FactLines
        className={factColumns}
        facts={[
          [text.course, course.title],
          [
            text.nextBatch,
            [dayText(course.batch), course.time && timeInWords(course.time)].filter(Boolean).join(', '),
          ],
          [text.name, typed.fullName],
          [shared.seats, groupWords(typed.fullName, typed)],
          [text.email, <EmailWords key="email" email={typed.email} />],
          [text.phone, `+91 ${typed.phone}`],
          [text.paymentMethod, isDue && (paysThere ? atSchool : typed.paymentMethod)],
          [text.questions, typed.questions],
          [shared.fee, isFree ? fee : feeText({ fee, seats, isUndated })],
          [text.total, seats > 1 && isDue && formatRupees(sum)],
          [
            shared.discount,
            quote && shared.discountBy({ amount: formatRupees(quote.discount), code: quote.code }),
          ],
          [shared.toPay, quote && (toPay > 0 ? formatRupees(toPay) : text.nothing)],
        ]}
      />
      {children}
      <p className="text-sm text-ink-soft">
        {isUndated
          ? text.reservesPlace({ count: seats })
          : toPay > 0
            ? text.holdsSeat({ count: seats })
            : text.takesSeat({ count: seats })}
      </p>
    </>
  )
}

function feeText({ fee, seats, isUndated }: { fee: string; seats: number; isUndated: boolean }): string {
  if (seats === 1) return isUndated ? shared.feeWhenDated({ fee }) : fee
  return isUndated ? text.feePerSeatWhenDated({ fee }) : text.feePerSeat({ fee })
}

function NewDateNote({ course: { batches, batchId } }: { course: EnrollableCourse }) {
  return <Note tone="warning" title={newDateText(batches.find(({ id }) => id === batchId)?.closedOn)} />
}

function UndatedNote({ isFree }: { isFree: boolean }) {
  return <Note title={text.noDateYet}>{isFree ? text.writeWhenDated : shared.payWhenDated}</Note>
}

function refusalAdvice(error: Error): string {
  const code = error instanceof ApiError && error.code
  if (code === 'coupon_invalid') return text.changeCode
  if (code === 'validation_failed') return text.correctDetails
  return code === 'limit_reached' ? text.typedIsHere : text.confirmAgain
}
