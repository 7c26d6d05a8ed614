import { useState } from 'react'
import EventBookingDialog from '../../features/registrations/seats/event-booking-dialog.tsx'
import type { BookableEvent } from '../../features/registrations/seats/kept-hold.ts'
import WaitingListDialog from '../../features/registrations/waiting-list/waiting-list-dialog.tsx'
import type { Openable } from '../../ui/lazy-dialog.tsx'

export default function AskedEvent({ event, ...dialog }: Openable & { event: BookableEvent }) {
  const [waits, setWaits] = useState<{
    event: BookableEvent
    known: Record<'fullName' | 'email' | 'phone', string>
  } | null>(null)
  if (waits) {
    const { id, title, batchId, event_date: batch } = waits.event
    return <WaitingListDialog {...dialog} course={{ id, title, batchId, batch }} known={waits.known} />
  }
  return (
    <EventBookingDialog
      {...dialog}
      event={event}
      onWait={(full, { firstName, lastName, email, phone }) =>
        setWaits({ event: full, known: { fullName: `${firstName} ${lastName}`, email, phone } })
      }
    />
  )
}
