import { spanOf } from '../../contract/catalogue/event-span.ts'
import type { School } from '../../contract/school/school.ts'
import { addressLd, schoolRefLd } from './json-ld.tsx'

interface EventFacts {
  title: string
  description: string
  event_date: string
  event_time: string | null
  endsOn?: string | null
  lastMeeting?: { day: string; to: string } | undefined
  room: string | null
  /** The address of the room; null if that is the school's address. */
  roomAddress: string | null
  /** Text such as '3 hours'. */
  duration: string | null
  /** The price in rupees. */
  amount: number
  booking_available: boolean
  slug: string
  /** A path on this site. */
  image: string
}

export function eventsLd(events: readonly EventFacts[], school: School): Record<string, unknown>[] {
  return events.length === 0 ? [] : [{ '@graph': events.map((event) => eventLd(event, school)) }]
}

export function placeLd({ room, roomAddress }: Pick<EventFacts, 'room' | 'roomAddress'>, school: School) {
  if (room === null || roomAddress === null)
    return { '@type': 'Place', name: school.name, address: addressLd(school) }
  const address = addressLd({ address: roomAddress.split('\n'), city: school.city })
  return { '@type': 'Place', name: room, address }
}

/** Returns a time in ISO 8601, or only the day if `time` is null. */
export const atLd = (day: string, time: string | null) => (time === null ? day : `${day}T${time}:00+05:30`)

/**
 * Returns the end if it is known and after the start. A day without a time is no end, because the day begins before the
 * event.
 */
export function endLd(
  event: { day: string; time: string | null } & Pick<EventFacts, 'duration' | 'endsOn' | 'lastMeeting'>,
): { endDate?: string } {
  const { day, time, lastMeeting, endsOn } = event
  const { endDay, endTime } = spanOf(event)
  const ends = [
    lastMeeting && atLd(lastMeeting.day, time === null ? null : lastMeeting.to),
    endsOn,
    atLd(endDay, endTime),
  ]
  const start = atLd(day, time)
  const endDate = ends.filter((end) => typeof end === 'string').find((end) => end > start)
  return endDate === undefined ? {} : { endDate }
}

function eventLd(event: EventFacts, school: School): Record<string, unknown> {
  const { event_date: day, event_time: time } = event
  const url = `${school.siteUrl}/classes/${event.slug}`
  return {
    '@type': 'Event',
    name: event.title,
    description: event.description,
    url,
    image: school.siteUrl + event.image,
    startDate: atLd(day, time),
    ...endLd({ ...event, day, time }),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: placeLd(event, school),
    organizer: schoolRefLd(school),
    offers: {
      '@type': 'Offer',
      url,
      price: event.amount,
      priceCurrency: 'INR',
      availability: event.booking_available ? 'https://schema.org/InStock' : 'https://schema.org/SoldOut',
    },
  }
}
