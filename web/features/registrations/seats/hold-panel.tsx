import type { ComponentProps, ReactNode } from 'react'
import { dayText, formatRupees } from '../../../../contract/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { RefusalNote } from '../../../ui/refusal-note.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import type { BookableEvent, KeptHold } from './kept-hold.ts'
import { codeLeavesSeconds, leftInWords, type PayingWords, readOut, untilText } from './paying-words.ts'
import { ConfirmByLetter } from './seat-received.tsx'
import { OpenDates, SeatRefusal } from './seat-refusal.tsx'
import type { HoldState } from './use-seat-hold.ts'

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
          <Clock {...{ secondsLeft, hold, words }} />
          {!isAccepted ? (
            <Changed {...{ hold, event, onGiveBack }} onAccept={() => onAccept(hold)} />
          ) : secondsLeft > codeLeavesSeconds ? (
            children(hold)
          ) : (
            <Note tone="warning" title={words.fewLeft.title} action={again('Keep a seat anew')}>
              <StillToDo {...{ hold, words }} />
            </Note>
          )}
        </>
      )
    }
    case 'asked':
      return <Loading>Keeping a seat for you…</Loading>
    case 'leaving':
      return <Loading>Giving the seat back…</Loading>
    case 'unconfirmed':
      return (
        <div role="status" className="flex flex-col gap-3">
          <ConfirmByLetter email={email}>
            This window waits for the press, and goes on by itself.
          </ConfirmByLetter>
        </div>
      )
    case 'none':
      return (
        <Note role="status" title="No seat is kept for you now." action={again('Keep a seat')}>
          <OpenDates lead="Nothing was charged, and there is nothing to pay." isFull={false} {...waysOn} />
        </Note>
      )
    case 'lost':
      return (
        <RefusalNote error={state.error}>
          <p>No seat is kept yet, and nothing was charged. What you typed stays here.</p>
          <p className="mt-3">{again('Try again')}</p>
        </RefusalNote>
      )
    case 'refused':
      return (
        <SeatRefusal error={state.error} {...waysOn}>
          No seat is kept. Nothing was charged, and there is nothing to pay.
        </SeatRefusal>
      )
    case 'completed':
      return (
        <Note role="status" title="This booking has arrived already.">
          Its reference is <strong>{state.hold.reference}</strong>. There is nothing more to do here: we have
          written to you.
        </Note>
      )
    default:
      return (
        <Note
          tone="warning"
          role="alert"
          title={state.kind === 'ended' ? words.over.title : 'The seat was given back in another window.'}
          action={again('Keep a seat again')}
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
  if (state.kind === 'live')
    return (
      <Note role="status">
        {keptWords(state.hold)} until {untilText(state.hold.until)}. Go on to complete your booking.
      </Note>
    )
  if (state.kind === 'completed')
    return (
      <Note role="status" title="You booked this event here." action={<Read onRead={onRead} />}>
        The reference is <strong>{state.hold.reference}</strong>; we have written to you. Another booking is
        for another person, with their own e-mail and phone number.
      </Note>
    )
  if (state.kind !== 'ended') return null
  return (
    <Note
      role="status"
      title={`The seat that was kept for you here went back at ${untilText(state.hold.until)}.`}
      action={<Read onRead={onRead} />}
    >
      {words.wentBack(state.hold.reference)}
    </Note>
  )
}

function Read({ onRead }: { onRead: () => void }) {
  return (
    <Button size="sm" variant="outline" onClick={onRead}>
      All right
    </Button>
  )
}

/** Asks before anybody pays for a date or a price that they did not see. */
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
    [dayText(day), !isSamePrice && (rupees > 0 ? formatRupees(rupees) : 'free')].filter(Boolean).join(', ')
  return (
    <Note tone="warning" role="alert" title={`This seat is for ${wordsOf(batch, amount)}.`}>
      <p>
        The page showed {wordsOf(event.event_date, event.amount)}: it has changed since. Nothing was charged.
        Does it suit you?
      </p>
      <p className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={onAccept}>
          Yes, go on
        </Button>
        <Button size="sm" variant="outline" onClick={onGiveBack}>
          No, give the seat back
        </Button>
      </p>
    </Note>
  )
}

function keptWords({ seats = 1 }: KeptHold): string {
  return seats > 1 ? `${seats} seats are kept for you` : 'A seat is kept for you'
}

/** The clock counts silently; only important moments are read out. */
function Clock({ secondsLeft, hold, words }: { secondsLeft: number; hold: KeptHold; words: PayingWords }) {
  return (
    <div className="border-y border-line py-2.5">
      <p role="timer" className="flex items-baseline justify-between gap-4">
        <span className="text-ink-soft">
          {keptWords(hold)} until {untilText(hold.until)}
        </span>
        <span className="font-bold whitespace-nowrap tabular-nums">{leftInWords(secondsLeft)}</span>
      </p>
      <p role="status" className="sr-only">
        {readOut(secondsLeft, words)}
      </p>
    </div>
  )
}

function StillToDo({ hold, words }: { hold: KeptHold; words: PayingWords }) {
  return words.stillToDo(hold.reference).map(([lead, rest]) => (
    <p key={lead}>
      <strong>{lead}</strong> {rest}
    </p>
  ))
}
