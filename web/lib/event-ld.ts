import { spanOf } from '../../contract/event-span.ts'
import type { School } from '../../contract/school.ts'
import { addressLd, schoolRefLd } from './json-ld.tsx'

/** As an event of the calendar names them. */
interface EventFacts {
  title: string
  description: string
  event_date: string
  /** 24-hour `HH:MM`, or null. */
  event_time: string | null
  /** The day of its last meeting, where it has meetings. */
  endsOn?: string | null
  /** That meeting, where the page knows it. */
  lastMeeting?: { day: string; to: string } | undefined
  room: string | null
  /** Only where it is not the school's. */
  roomAddress: string | null
  /** As the course says it: '3 hours'. */
  duration: string | null
  /** Rupees. */
  amount: number
  booking_available: boolean
  slug: string
  /** An address of the site, without it. */
  image: string
}

/** The events of a page, or nothing where there are none. */
export function eventsLd(events: readonly EventFacts[], school: School): Record<string, unknown>[] {
  return events.length === 0 ? [] : [{ '@graph': events.map((event) => eventLd(event, school)) }]
}

/** Where a batch meets: at the school, unless its room has an address of its own. */
export function placeLd({ room, roomAddress }: Pick<EventFacts, 'room' | 'roomAddress'>, school: School) {
  if (room === null || roomAddress === null)
    return { '@type': 'Place', name: school.name, address: addressLd(school) }
  const address = addressLd({ address: roomAddress.split('\n'), city: school.city })
  return { '@type': 'Place', name: room, address }
}

/** An instant of the school, or a day. */
export const atLd = (day: string, time: string | null) => (time === null ? day : `${day}T${time}:00+05:30`)

/** When it ends. Where only its first day is known, nothing: a day begins before what is held on it. */
export function endLd(event: {
  day: string
  time: string | null
  duration: string | null
  endsOn?: string | null
  lastMeeting?: { day: string; to: string } | undefined
}): { endDate?: string } {
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
