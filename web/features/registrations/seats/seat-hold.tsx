import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { eventBookingForm } from '../../../../contract/registrations/event-bookings.ts'
import type { SeatHoldView } from '../../../../contract/registrations/seat-holds.ts'
import { dayText, formatRupees } from '../../../../contract/words.ts'
import { ApiError, api } from '../../../lib/api.ts'
import { isAnswer } from '../../../lib/kept-key.ts'
import { newId } from '../../../lib/new-id.ts'
import { useStale } from '../../../lib/query.ts'
import { useSendsEmails } from '../../../lib/school.ts'
import { onStoredChange } from '../../../lib/stored-changes.ts'
import { useSending } from '../../../lib/use-sending.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { RefusalNote } from '../../../ui/refusal-note.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { type GroupValues, seatsOf } from './group.tsx'
import { type BookableEvent, type KeptHold, keptHold, knownHolds } from './kept-hold.ts'
import { codeLeavesSeconds, leftInWords, type PayingWords, readOut, untilText } from './paying-words.ts'
import * as text from './seat-hold.en.tsx'
import { ConfirmByLetter, OpenDates, SeatRefusal } from './seat-refusal.tsx'

/** The seat hold's state: not requested, requested, being given back, no answer (`lost`), refused, held, or gone. */
export type HoldState =
  | { kind: 'none' | 'asked' | 'leaving' }
  | { kind: 'lost' | 'refused'; error: ApiError }
  | { kind: 'live'; hold: KeptHold; secondsLeft: number }
  | { kind: 'unconfirmed' | 'ended' | 'released' | 'completed'; hold: KeptHold }

type Asked = Pick<z.output<typeof eventBookingForm>, 'firstName' | 'lastName' | 'email' | 'phone'> &
  GroupValues

const pressedWithinMs = 4_000

export const holdQuery = (id: string) =>
  queryOptions<HoldAnswer, ApiError>({
    queryKey: ['GET /api/seat-holds/:id', { params: { id } }],
    async queryFn({ signal }) {
      const askedAt = Date.now()
      return answered(await api('GET /api/seat-holds/:id', { params: { id } }, { signal }), askedAt)
    },
  })

/** `endsAt` is a time in ms by this browser's clock. */
type HoldAnswer = SeatHoldView & { endsAt: number }

/** The hold's time counts from the request, so that it never seems longer here than it is on the server. */
function answered(view: SeatHoldView, askedAt: number): HoldAnswer {
  return { ...view, endsAt: askedAt + view.secondsLeft * 1000 }
}

export interface HoldTarget {
  event: { id: string; batchId: string | null }
  place: string
}

export function useSeatHold(target: HoldTarget, { isOpen }: { isOpen: boolean }) {
  const { place } = target
  const stored = keptHold(place)
  const stale = useStale()
  const tellSeats = () => stale('GET /api/courses', 'GET /api/courses/:slug')
  const [kept, setKept] = useState(() => stored.read())
  const [shownPlace, setShownPlace] = useState(place)
  if (shownPlace !== place) {
    setShownPlace(place)
    setKept(stored.read())
  }
  const { isLeaving, giveBack } = useGivingBack(tellSeats)
  const found = useQuery({
    ...holdQuery(kept?.id ?? ''),
    enabled: isOpen && Boolean(kept?.id),
    refetchOnWindowFocus: true,
    // The visitor may click the confirming link on another device, so this device asks the server repeatedly.
    refetchInterval: ({ state: { data } }) => data?.state === 'asked' && pressedWithinMs,
    gcTime: 0,
  })
  const view = found.data?.id ? found.data : undefined
  const isOwn = useRef(false)
  const store = (next: KeptHold | null, at = place) => {
    isOwn.current = true
    keptHold(at).write(next)
    isOwn.current = false
  }
  const write = (next: KeptHold | null, at = place) => {
    store(next, at)
    setKept(next)
  }
  const taking = useTaking({ store, write, onSettled: tellSeats })
  const secondsLeft = useSecondsLeft(
    isOpen,
    view ? (view.state === 'live' ? view.endsAt : null) : kept?.endsAt,
  )
  const { isPending } = taking
  function findState(): HoldState {
    if (isPending) return { kind: 'asked' }
    if (taking.error) return { kind: isAnswer(taking.error) ? 'refused' : 'lost', error: taking.error }
    if (!kept?.id) return { kind: 'none' }
    const hold = view ? keptOf(view, kept.transactionId) : kept
    if (view?.state === 'asked') return { kind: 'unconfirmed', hold }
    if (view && view.state !== 'live') return { kind: view.state, hold }
    // The server no longer has this hold, because it was deleted.
    if (found.error?.status === 404) return { kind: 'none' }
    // The browser waits for the server's response. If the request fails, the stored copy of the hold decides.
    if (!view && !found.error) return { kind: 'asked' }
    return secondsLeft !== null && secondsLeft > 0
      ? { kind: 'live', hold, secondsLeft }
      : { kind: 'ended', hold }
  }
  const known = findState()
  const state: HoldState = isLeaving && known.kind === 'none' ? { kind: 'leaving' } : known

  // The server decides when the hold ends, so the browser asks it when its own countdown reaches zero.
  const isUp = state.kind === 'ended' && view?.state === 'live'
  const refetch = useEffectEvent(() => void found.refetch())
  useEffect(() => {
    if (isUp) refetch()
  }, [isUp])
  const follow = useEffectEvent(() => {
    if (isOwn.current) return
    const now = stored.read()
    // Another tab may have dropped the hold, so this tab loads the hold's state from the server and shows it.
    if (now?.id && now.id !== kept?.id) setKept(now)
    else if (kept?.id && now === null) void found.refetch()
  })
  useEffect(() => onStoredChange(() => follow()), [])

  return {
    state,
    /** The hold's ids for the sent booking; null if no seat was ever held. */
    sent: kept?.id ? { holdId: kept.id, transactionId: kept.transactionId } : null,
    take: (person: Asked, at = target) => {
      if (isPending) return
      const hold = at === target && (state.kind === 'live' || state.kind === 'ended') ? state.hold : null
      // A live hold stays when the person only changes the number of seats.
      const stays = state.kind === 'live' && (state.hold.seats ?? 1) !== seatsOf(person)
      taking.take({ person, at, before: stays ? null : hold })
    },
    /** Called after the booking was sent. The browser drops the stored hold, but the dialog still shows the seat. */
    done: () => store(null),
    forget: () => {
      taking.reset()
      write(null)
    },
    /** Gives the seat back. If this request is lost, the hold ends by itself when its time is over. */
    release: () => {
      const { id } = stored.read() ?? {}
      if (id) giveBack(id)
      taking.reset()
      write(null)
    },
  }
}

/** `before` is an earlier hold that is given back first. */
type Taking = { person: Asked; at: HoldTarget; before: KeptHold | null }

type Keeping = (next: KeptHold | null, at: string) => void

/**
 * Requests a seat. `store` keeps the hold in the browser, `write` also shows it, `onSettled` reloads the free seats.
 */
function useTaking({ store, write, onSettled }: { store: Keeping; write: Keeping; onSettled: () => void }) {
  const client = useQueryClient()
  // True from the click on, even before the mutation is pending.
  const [isTaking, setTaking] = useState(false)
  const changing = useRef<KeptHold | null>(null)
  const sending = useSending<SeatHoldView, Taking, ApiError>({
    async send({ person, at: { event, place }, before: over }, keyed) {
      // The server allows one hold per person and batch, and would return the old hold. The old hold is nearly over, so
      // it is given back first.
      if (over) await api('DELETE /api/seat-holds/:id', { params: { id: over.id } })
      const before = keptHold(place).read()
      const isSame = before !== null && (before.id === '' || (before.seats ?? 1) !== seatsOf(person))
      const transactionId = isSame ? before.transactionId : newTransactionId()
      changing.current = isSame && before.id !== '' ? before : null
      // The transaction's id is stored before the request is sent. If the page closes before the answer comes, a second
      // try sends the same id and takes no second seat.
      store({ ...unanswered, transactionId }, place)
      const body = bodyOf(person, event, transactionId)
      const askedAt = Date.now()
      const { data } = await api('POST /api/seat-holds', { body }, keyed(body))
      if (typeof data?.id !== 'string') throw new ApiError(0, null)
      const view = answered(data, askedAt)
      client.setQueryData(holdQuery(data.id).queryKey, view)
      write(keptOf(view, transactionId), place)
      return data
    },
    onError: (error, { at }) => {
      // The earlier hold stays as it was, because the server rejected only the new number of seats.
      if (isAnswer(error)) write(changing.current, at.place)
    },
    onSettled: () => {
      setTaking(false)
      onSettled()
    },
  })
  return {
    isPending: isTaking || sending.isPending,
    error: sending.error,
    take: (taking: Taking) => {
      setTaking(true)
      sending.mutate(taking)
    },
    reset: () => sending.reset(),
  }
}

function useGivingBack(onGiven: () => void) {
  const [isLeaving, setLeaving] = useState(false)
  return {
    isLeaving,
    giveBack(id: string): void {
      setLeaving(true)
      void api('DELETE /api/seat-holds/:id', { params: { id } })
        .catch(() => undefined)
        .then(() => {
          setLeaving(false)
          onGiven()
        })
    },
  }
}

function bodyOf(person: Asked, event: HoldTarget['event'], transactionId: string) {
  const { firstName, lastName, email, phone } = person
  const seats = seatsOf(person)
  const named = event.batchId === null ? {} : { batchId: event.batchId }
  const asked = { firstName, lastName, email, phone, eventId: event.id, ...named, transactionId }
  return { ...asked, ...(seats > 1 && { seats }), ...knownHolds() }
}

const unanswered: KeptHold = {
  id: '',
  transactionId: '',
  reference: '',
  amount: '',
  batch: '',
  until: '',
  endsAt: Number.MAX_SAFE_INTEGER,
}

function keptOf(view: HoldAnswer, transactionId: string): KeptHold {
  const { id, reference, amount, batch, until, endsAt, seats } = view
  const kept = { id, reference, amount, batch, until, transactionId, endsAt }
  return seats > 1 ? { ...kept, seats } : kept
}

function useSecondsLeft(isOpen: boolean, endsAt: number | null | undefined): number | null {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isOpen || !endsAt) return
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [isOpen, endsAt])
  return endsAt ? Math.max(0, Math.floor((endsAt - now) / 1000)) : null
}

/**
 * Makes an id from the time in ms and a few random characters, because two people may click in the same millisecond.
 */
function newTransactionId(): string {
  return `TXN${Date.now()}${newId().slice(0, 4)}`
}

export function HoldPanel({
  state,
  event,
  isAccepted,
  onTake,
  onAccept,
  onGiveBack,
  email,
  words,
  children,
  ...waysOn
}: Omit<ComponentProps<typeof SeatRefusal>, 'error' | 'children'> & {
  state: HoldState
  event: Pick<BookableEvent, 'event_date' | 'amount'>
  isAccepted: boolean
  onTake: () => void
  onAccept: (hold: KeptHold) => void
  onGiveBack: () => void
  email: string
  words: PayingWords
  children: (hold: KeptHold) => ReactNode
}) {
  const sendsEmails = useSendsEmails()
  const again = (label: string) => (
    <Button size="sm" variant="outline" onClick={onTake}>
      {label}
    </Button>
  )
  switch (state.kind) {
    case 'live': {
      const { hold, secondsLeft } = state
      return (
        <>
          {/* Screen readers do not hear every second of the countdown, only its important moments. */}
          <div className="border-y border-line py-2.5">
            <p role="timer" className="flex items-baseline justify-between gap-4">
              <span className="text-ink-soft">{text.heldUntil(holdFacts(hold))}</span>
              <span className="font-bold whitespace-nowrap tabular-nums">{leftInWords(secondsLeft)}</span>
            </p>
            <p role="status" className="sr-only">
              {readOut(secondsLeft, words)}
            </p>
          </div>
          {!isAccepted ? (
            <Changed {...{ hold, event, onGiveBack }} onAccept={() => onAccept(hold)} />
          ) : secondsLeft > codeLeavesSeconds ? (
            children(hold)
          ) : (
            <Note tone="warning" title={words.fewLeft.title} action={again(text.holdAgain)}>
              <StillToDo {...{ hold, words }} />
            </Note>
          )}
        </>
      )
    }
    case 'asked':
      return <Loading>{text.holding}</Loading>
    case 'leaving':
      return <Loading>{text.releasing}</Loading>
    case 'unconfirmed':
      return (
        <div role="status" className="flex flex-col gap-3">
          <ConfirmByLetter email={email}>{text.continuesByItself}</ConfirmByLetter>
        </div>
      )
    case 'none':
      return (
        <Note role="status" title={text.noSeatHeld} action={again(text.holdSeat)}>
          <OpenDates lead={text.notCharged} isFull={false} {...waysOn} />
        </Note>
      )
    case 'lost':
      return (
        <RefusalNote error={state.error}>
          <p>{text.notHeldYet}</p>
          <p className="mt-3">{again(text.tryAgain)}</p>
        </RefusalNote>
      )
    case 'refused':
      return (
        <SeatRefusal error={state.error} {...waysOn}>
          {text.notHeld}
        </SeatRefusal>
      )
    case 'completed':
      return (
        <Note role="status" title={text.alreadyReceived}>
          {(sendsEmails ? text.alreadyReceivedLead : text.alreadyReceivedBriefly)(
            <strong>{state.hold.reference}</strong>,
          )}
        </Note>
      )
    default:
      return (
        <Note
          tone="warning"
          role="alert"
          title={state.kind === 'ended' ? words.over.title : text.releasedElsewhere}
          action={again(text.holdAgain)}
        >
          <StillToDo hold={state.hold} words={words} />
        </Note>
      )
  }
}

export function HoldNote({
  state,
  words,
  onRead,
}: {
  state: HoldState
  words: PayingWords
  onRead: () => void
}) {
  const sendsEmails = useSendsEmails()
  if (state.kind === 'live') return <Note role="status">{text.heldGoOn(holdFacts(state.hold))}</Note>
  if (state.kind === 'completed')
    return (
      <Note role="status" title={text.alreadyBooked} action={<Read onRead={onRead} />}>
        {(sendsEmails ? text.alreadyBookedLead : text.alreadyBookedBriefly)(
          <strong>{state.hold.reference}</strong>,
        )}
      </Note>
    )
  if (state.kind !== 'ended') return null
  return (
    <Note role="status" title={text.released(holdFacts(state.hold))} action={<Read onRead={onRead} />}>
      {words.holdAgain(state.hold)}
    </Note>
  )
}

function Read({ onRead }: { onRead: () => void }) {
  return (
    <Button size="sm" variant="outline" onClick={onRead}>
      {text.ok}
    </Button>
  )
}

/** Asks the visitor to agree if the held date or price differs from the date or price that the visitor saw. */
function Changed({
  hold: { batch, amount: sum, seats = 1 },
  event,
  onAccept,
  onGiveBack,
}: {
  hold: KeptHold
  event: Pick<BookableEvent, 'event_date' | 'amount'>
  onAccept: () => void
  onGiveBack: () => void
}) {
  const amount = Number(sum) / seats
  const isSamePrice = amount === event.amount
  const wordsOf = (day: string, rupees: number) =>
    [dayText(day), !isSamePrice && (rupees > 0 ? formatRupees(rupees) : text.free)].filter(Boolean).join(', ')
  return (
    <Note tone="warning" role="alert" title={text.seatIsFor({ batch: wordsOf(batch, amount) })}>
      <p>{text.hasChanged({ batch: wordsOf(event.event_date, event.amount) })}</p>
      <p className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={onAccept}>
          {text.yesContinue}
        </Button>
        <Button size="sm" variant="outline" onClick={onGiveBack}>
          {text.noRelease}
        </Button>
      </p>
    </Note>
  )
}

const holdFacts = ({ seats = 1, until }: KeptHold) => ({ count: seats, until: untilText(until) })

function StillToDo({ hold, words }: { hold: KeptHold; words: PayingWords }) {
  return words.stillToDo(hold).map(([lead, rest]) => (
    <p key={lead}>
      <strong>{lead}</strong> {rest}
    </p>
  ))
}
