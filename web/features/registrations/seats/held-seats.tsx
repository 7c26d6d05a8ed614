import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useSendsEmails } from '../../../lib/school.ts'
import { onStoredChange } from '../../../lib/stored-changes.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { type BookableEvent, holdPlace, keptHold, keptHolds } from './kept-hold.ts'
import { untilText } from './paying-words.ts'
import * as text from './seat-hold.en.tsx'
import { holdQuery } from './seat-hold.tsx'
import '../../../ui/more.css'

/** A bar that leads back to a held seat. The page may show the event as full, because this was its last seat. */
export default function HeldSeats({
  events,
  onGoOn,
}: {
  events: readonly BookableEvent[]
  onGoOn: (event: BookableEvent) => void
}): ReactNode {
  const places = useSyncExternalStore(onStoredChange, () => Object.keys(keptHolds()).join('\n'))
  const held = places.split('\n')
  return (
    // The bar hides while a dialog is open, because the dialog's buttons are at the bottom too.
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-30 p-3 in-[[inert]]:hidden *:pointer-events-auto">
      {events
        .filter((event) => held.includes(holdPlace(event)))
        .map((event) => (
          <HeldSeat key={holdPlace(event)} event={event} onGoOn={() => onGoOn(event)} />
        ))}
    </div>
  )
}

function HeldSeat({ event, onGoOn }: { event: BookableEvent; onGoOn: () => void }) {
  const stored = keptHold(holdPlace(event))
  const kept = stored.read()
  const { data } = useQuery({
    ...holdQuery(kept?.id ?? ''),
    enabled: kept !== null,
    refetchOnWindowFocus: true,
    gcTime: 0,
  })
  const [now] = useState(() => Date.now())
  const sendsEmails = useSendsEmails()
  if (kept === null) return null
  // This browser's clock decides whether the hold is over until the server responds, and while the browser is offline.
  const state = data?.state ?? (kept.endsAt > now ? 'live' : 'ended')
  const isArrived = state === 'completed'
  return (
    <Note
      role="status"
      className="mx-auto max-w-text shadow-soft"
      title={event.title}
      action={
        isArrived ? (
          <Button size="sm" variant="outline" onClick={() => stored.write(null)}>
            {text.ok}
          </Button>
        ) : (
          <Button size="sm" onClick={onGoOn}>
            {text.goOn}
          </Button>
        )
      }
    >
      {isArrived
        ? text.received(kept)
        : state === 'asked'
          ? sendsEmails
            ? text.openLink
            : text.callToHold
          : state === 'live'
            ? text.held({ until: untilText(data?.until ?? kept.until) })
            : text.wasHeld({ until: untilText(kept.until) })}
    </Note>
  )
}
