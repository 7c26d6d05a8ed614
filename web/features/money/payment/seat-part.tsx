import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { acceptedPath } from '../../../../contract/addresses.ts'
import type { Cancelling, EnrolmentView } from '../../../../contract/registrations/enrolments.ts'
import { addPersonFragment } from '../../../../contract/registrations/link-fragments.ts'
import { isSchoolDay } from '../../../../contract/school-day.ts'
import { atSchool, dateText, formatRupees, momentText, timeInWords } from '../../../../contract/words.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { CalendarLink } from '../../../lib/calendar-links.tsx'
import { useSchool, useSendsEmails } from '../../../lib/school.ts'
import { seatKey } from '../../../lib/seats-taken.ts'
import { useSchoolToday } from '../../../lib/use-school-today.ts'
import { useSending } from '../../../lib/use-sending.ts'
import { useSessionToken } from '../../../lib/use-session.ts'
import { Where } from '../../../lib/where.tsx'
import { CallOrChat } from '../../../lib/without-scripts.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { FactLines } from '../../../ui/facts.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { ErrorNote, Note } from '../../../ui/note.tsx'
import { RefusalNote } from '../../../ui/refusal-note.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Thumbnail, WidePicture } from './paid-picture.tsx'
import { processing } from './payment.en.tsx'
import * as text from './seat-part.en.tsx'
import { checking as checkingHere } from './unmailed-panel.en.ts'

export type ShownSeat = Pick<EnrolmentView, 'id' | 'status' | 'batch' | 'courseTitle'> &
  Partial<
    Pick<
      EnrolmentView,
      | 'batchId'
      | 'startTime'
      | 'room'
      | 'group'
      | 'payment'
      | 'rest'
      | 'addable'
      | 'amount'
      | 'cancelling'
      | 'cancelled'
      | 'terms'
      | 'holdUntil'
      | 'picture'
    >
  >

export interface SeatPartProps {
  seat: ShownSeat
  queryKey: QueryKey
  /** `course` is the value of that fact, `visit` says how to get here, and `checking` is said while a payment is checked. */
  what: 'course' | 'visit' | 'picture' | 'more' | 'checking'
}

/** The parts of a seat's payment page that load in one piece. */
export default function SeatPart({ seat, queryKey, what }: SeatPartProps): ReactNode {
  switch (what) {
    case 'course':
      return (
        <span className="flex items-center justify-between gap-3">
          {seat.courseTitle}
          <Thumbnail picture={seat.picture} />
        </span>
      )
    case 'visit':
      return <SeatVisit visit={seat} />
    case 'picture':
      return <WidePicture picture={seat.picture} shape="aspect-[3/2]" />
    case 'checking':
      return <CheckingUnproved holdUntil={seat.holdUntil ?? ''} />
    default:
      return <Managing seat={seat} queryKey={queryKey} />
  }
}

function Managing({ seat, queryKey }: Omit<SeatPartProps, 'what'>) {
  const { id, status, group, rest, addable, amount, cancelled, terms } = seat
  const isDue = status === 'pending' && !seat.payment?.checking
  return (
    <>
      {rest && (
        <Note className="mt-6" title={text.stillDue({ amount: formatRupees(rest.due) })}>
          {text.stillDueLead({ received: formatRupees(rest.came) })}
        </Note>
      )}
      {cancelled && <CancelledMoney of={cancelled} />}
      {group && <GroupSeats id={id} queryKey={queryKey} group={group} />}
      <CancelPart seat={seat} queryKey={queryKey} />
      <div className="mt-4 flex flex-wrap items-center gap-x-6">
        <AddPerson {...{ id, addable, group, amount, queryKey }} />
        {terms && (
          <a
            className="link inline-flex min-h-11 items-center print:hidden"
            href={acceptedPath(terms.hash)}
            target="_blank"
            rel="noopener"
          >
            {text.termsAccepted({ day: dayOf(terms.at) })}
          </a>
        )}
        {isDue && <LetGo seat={seat} queryKey={queryKey} />}
      </div>
    </>
  )
}

function CheckingUnproved({ holdUntil }: { holdUntil: string }) {
  return useSendsEmails() ? text.checkingUnproved({ until: momentText(holdUntil) }) : checkingHere
}

function AddPerson({
  id,
  addable,
  group,
  amount,
  queryKey,
}: Pick<ShownSeat, 'id' | 'addable' | 'group' | 'amount'> & { queryKey: QueryKey }): ReactNode {
  const queryClient = useQueryClient()
  const sendsEmails = useSendsEmails()
  const isAsked = useLocation().hash === addPersonFragment
  const place = useRef<HTMLDetailsElement>(null)
  const [name, setName] = useState('')
  const adding = useSending<unknown, string, ApiError>({
    send(fullName, keyed) {
      const body = { others: [fullName ? { fullName } : {}] }
      return api('POST /api/enrollments/:id/others', { params: { id }, body }, keyed(body))
    },
    onSuccess: () => setName(''),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  useEffect(() => {
    if (!isAsked) return
    place.current?.scrollIntoView({ block: 'center' })
    place.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [isAsked])
  const { error } = adding
  const added = adding.isSuccess && group && (
    <p role="status" className="mt-2 w-full text-leaf-ink">
      {Number(amount) > 0
        ? text.addedAt({ seats: group.count, total: formatRupees(amount ?? '') })
        : text.added({ seats: group.count })}{' '}
      {sendsEmails && text.weWrote}
    </p>
  )
  if (!addable)
    return (
      <>
        {added}
        {isAsked && !added && (
          <Note className="mt-4 w-full" title={text.cannotAdd}>
            {text.cannotAddLead}{' '}
            <ButtonLink to="/classes" size="sm" variant="outline" className="mt-3">
              {text.seeCourses}
            </ButtonLink>
          </Note>
        )}
      </>
    )
  return (
    <details ref={place} className="open:w-full noscript:hidden print:hidden" open={isAsked}>
      <summary className="flex min-h-11 items-center link">{text.addPerson}</summary>
      <form
        noValidate
        aria-label={text.addPerson}
        className="mt-2 mb-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!adding.isPending) adding.mutate(name.trim())
        }}
      >
        <p className="text-sm text-ink-soft">
          {Number(addable.price) > 0
            ? text.addedToTotal({ amount: formatRupees(addable.price) })
            : text.addedFree}{' '}
          {text.seatsLeft({ count: addable.seats })}
        </p>
        <TextField
          label={text.guestName}
          hint={text.guestNameHint}
          name="other"
          autoComplete="off"
          maxLength={120}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={error?.fields['others.0.fullName'] ?? null}
        />
        <RefusalNote error={error && Object.keys(error.fields).length === 0 ? error : null}>
          {text.notAdded}
        </RefusalNote>
        {added}
        <Button type="submit" variant="outline" className="self-start" busy={adding.isPending && text.adding}>
          {text.addThisPerson}
        </Button>
      </form>
    </details>
  )
}

type Group = NonNullable<EnrolmentView['group']>
type Seat = Group['seats'][number]

interface OfGroup {
  id: string
  group: Group
  queryKey: QueryKey
}

function GroupSeats(of: OfGroup): ReactNode {
  const { seats, canName } = of.group
  return (
    <>
      <Card className="mt-4 p-5 md:p-8">
        <h2 className="text-lg">
          {seats.some(({ status }) => status === 'confirmed')
            ? text.seatsConfirmed(of.group)
            : text.seats(of.group)}
        </h2>
        <ul className="mt-3 divide-y divide-line">
          {seats.map((seat) => (
            <li key={seat.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
              <span className="min-w-0 wrap-anywhere">
                {seat.name ?? <span className="text-ink-soft">{text.noName}</span>}
                <span className="block text-sm text-ink-soft">{seat.reference}</span>
              </span>
              <span className="font-bold">{priceOf(seat)}</span>
            </li>
          ))}
        </ul>
      </Card>
      {canName && <Names {...of} />}
    </>
  )
}

function priceOf({ status, price }: Seat): string {
  if (status === 'cancelled') return text.cancelled
  return Number(price) > 0 ? formatRupees(price) : text.free
}

function Names({ id, group: { seats }, queryKey }: OfGroup) {
  const queryClient = useQueryClient()
  const sendsEmails = useSendsEmails()
  const heading = useId()
  const [typed, setTyped] = useState<Record<string, string>>({})
  const saving = useSending<unknown, { id: string; fullName: string }[], ApiError>({
    send: (names, keyed) =>
      api('PUT /api/enrollments/:id/names', { params: { id }, body: { names } }, keyed({ names })),
    onSuccess: () => setTyped({}),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const held = seats.filter(({ status }) => status === 'pending' || status === 'confirmed')
  const changed = held.flatMap(({ id, name }) => {
    const fullName = typed[id]?.trim()
    return fullName && fullName !== name ? [{ id, fullName }] : []
  })
  const { error, variables = [] } = saving
  const errorOf = (seatId: string) =>
    error?.fields[`names.${variables.findIndex(({ id }) => id === seatId)}.fullName`] ?? null
  return (
    // The part is folded while a payment is due, because the payment is more important.
    <details
      className="mt-4 noscript:hidden print:hidden"
      open={!held.some(({ status }) => status === 'pending')}
    >
      <summary id={heading} className="flex min-h-11 items-center link">
        {text.addNames}
      </summary>
      <form
        aria-labelledby={heading}
        noValidate
        className="mt-2 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (changed.length > 0 && !saving.isPending) saving.mutate(changed)
        }}
      >
        <p className="text-sm text-ink-soft">{sendsEmails ? text.addNamesLead : text.addNamesHere}</p>
        {held.map(({ id, name, reference }, n) => (
          <TextField
            key={id}
            label={text.nameForSeat({ number: n + 1 })}
            hint={reference}
            name={`name-${n + 1}`}
            autoComplete="off"
            maxLength={120}
            value={typed[id] ?? name ?? ''}
            onChange={({ target }) => setTyped({ ...typed, [id]: target.value })}
            error={errorOf(id)}
          />
        ))}
        <RefusalNote error={error && Object.keys(error.fields).length === 0 ? error : null}>
          {text.typedIsSafe}
        </RefusalNote>
        <p role="status" className="text-leaf-ink empty:hidden">
          {saving.isSuccess && changed.length === 0 && text.namesSaved}
        </p>
        <Button
          type="submit"
          variant="outline"
          className="self-start"
          disabled={changed.length === 0}
          busy={saving.isPending && text.saving}
        >
          {text.saveNames}
        </Button>
      </form>
    </details>
  )
}

function CancelledMoney({ of: { paid, back, refunded } }: { of: NonNullable<ShownSeat['cancelled']> }) {
  const facts = { paid: formatRupees(paid), back: formatRupees(back), refunded: formatRupees(refunded) }
  if (Number(back) > 0) {
    return (
      <Note className="mt-6" title={back === paid ? text.owesAll(facts) : text.owesPart(facts)}>
        {Number(refunded) > 0 ? text.owesRest(facts) : text.owesLead}
      </Note>
    )
  }
  const isAll = refunded === paid
  const done = isAll ? text.refundedAll(facts) : text.refundedPart(facts)
  return <p className="mt-4">{Number(refunded) > 0 ? done : text.refundedNone(facts)}</p>
}

/** `3 Dec 2026` */
function dayOf(at: string): string {
  const [day] = atSchool(at)
  return `${dateText(day)} ${day.slice(0, 4)}`
}

const CancelSeats = lazyDialog(() => import('./cancel-seats.tsx'))

/** Offers to cancel confirmed seats, or says why that is not possible here, and how to reach the school. */
function CancelPart({
  seat: { id, status, cancelling, group },
  queryKey,
}: {
  seat: Pick<ShownSeat, 'id' | 'status' | 'cancelling' | 'group'>
  queryKey: QueryKey
}): ReactNode {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const isSignedIn = useSessionToken() !== null
  if (!cancelling) {
    return status === 'confirmed' && <p className="mt-4">{text.questions(<CallOrChat />)}</p>
  }
  const { refused, seats, due, until } = cancelling
  // The server checks who may cancel. This page only spares a visitor a button that the server would refuse.
  const isPayer = isSignedIn || seatKey(id) !== null
  if (!refused && !isPayer) return <p className="mt-4">{text.cancelByLink(<CallOrChat />)}</p>
  if (refused) {
    const facts = { callOrChat: <CallOrChat />, until: until === null ? '' : momentText(until) }
    return <p className="mt-4">{text.cannotCancel[refused](facts)}</p>
  }
  // A group whose other seats were cancelled is one seat again.
  const isOfGroup = (group?.count ?? 1) > 1
  const [sum, back] = [sumOf(seats, 'paid'), sumOf(seats, 'back')]
  return (
    <section aria-labelledby="cancel" className="mt-8 border-t border-line pt-5 print:hidden">
      <h2 id="cancel" className="text-lg">
        {text.cannotCome}
      </h2>
      <p className="mt-2 text-ink-soft noscript:hidden">
        {until !== null && text.cancelUntil({ until: momentText(until) })}{' '}
        {sum > 0 && Number(due) === 0 && text.refundOf({ back: formatRupees(back), paid: formatRupees(sum) })}{' '}
        {text.otherwise(<CallOrChat />)}
      </p>
      {/* The button needs scripts, so browsers without scripts show a phone number instead. */}
      <noscript>
        <p className="mt-2">{text.cannotCancel.school({ callOrChat: <CallOrChat />, until: '' })}</p>
      </noscript>
      <Button variant="outline" size="sm" className="mt-3 noscript:hidden" onClick={() => setOpen(true)}>
        {isOfGroup && seats.length === 1 ? text.cancelOne : text.cancelMine({ count: seats.length })}
      </Button>
      {isOpen !== null && (
        <Suspense>
          <CancelSeats
            open={isOpen}
            onClose={() => setOpen(false)}
            {...{ id, seats, isOfGroup, due, queryKey }}
          />
        </Suspense>
      )}
    </section>
  )
}

const sumOf = (seats: Cancelling['seats'], name: 'paid' | 'back') =>
  seats.reduce((sum, seat) => sum + Math.round(Number(seat[name]) * 100), 0) / 100

/**
 * Gives up an unpaid seat or a waiting place. The button first asks for confirmation, because somebody else may get the
 * seat at once.
 */
function LetGo({
  seat: { id, batch, group },
  queryKey,
}: {
  seat: Pick<ShownSeat, 'id' | 'batch' | 'group'>
  queryKey: QueryKey
}): ReactNode {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const letGo = useMutation({
    mutationFn: () => api('POST /api/enrollments/:id/release', { params: { id } }),
    onSuccess: () => setIsAsking(false),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const count = { count: group?.count ?? 1 }
  const [cancel, keep, lead] = isSchoolDay(batch)
    ? [text.cancelSeats(count), text.keepSeats(count), text.cancelSeatsLead(count)]
    : [text.cancelPlaces(count), text.keepPlaces(count), text.cancelPlacesLead(count)]
  return (
    <div className={cx((isAsking || letGo.error) && 'w-full', 'print:hidden')}>
      {isAsking ? (
        <>
          <p className="mt-2">{lead}</p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button variant="outline" disabled={letGo.isPending} onClick={() => setIsAsking(false)}>
              {keep}
            </Button>
            <Button busy={letGo.isPending && processing} onClick={() => letGo.mutate()}>
              {cancel}
            </Button>
          </div>
        </>
      ) : (
        <button type="button" className="link flex min-h-11 items-center" onClick={() => setIsAsking(true)}>
          {cancel}
        </button>
      )}
      {letGo.error && <ErrorNote className="mt-4">{letGo.error.message || text.cancelFailed}</ErrorNote>}
    </div>
  )
}

function SeatVisit({ visit: { id, status, batch, batchId, startTime, room } }: { visit: ShownSeat }) {
  const school = useSchool()
  const today = useSchoolToday()
  const hasSeat = status === 'pending' || status === 'confirmed'
  if (!hasSeat || !isSchoolDay(batch) || batch < today || !school) return null
  return (
    <Card className="mt-6 p-4 sm:p-5">
      <h2 className="text-lg">{text.gettingHere}</h2>
      <FactLines
        className="mt-2"
        facts={[
          [text.startsAt, startTime && timeInWords(startTime)],
          [text.where, <Where key="where" room={room} school={school} />],
          [text.whatToBring, school.whatToBring],
        ]}
      />
      {batchId && <CalendarLink batchId={batchId} seat={id} />}
    </Card>
  )
}
