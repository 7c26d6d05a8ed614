import type { School } from '../../contract/school.ts'

export interface EventFacts {
  title: string
  description: string
  /** School day. */
  day: string
  /** 24-hour `HH:MM`, or null. */
  time: string | null
  /** Null where nobody knows. */
  hours: number | null
  /** Rupees. */
  price: number
  isFull: boolean
  slug: string
}

/** A batch as schema.org's Event. */
export function eventLd(event: EventFacts, school: School): Record<string, unknown> {
  const url = `${school.siteUrl}/classes/${event.slug}`
  return {
    '@type': 'Event',
    name: event.title,
    description: event.description,
    url,
    startDate: event.time === null ? event.day : `${event.day}T${event.time}:00+05:30`,
    ...(event.hours === null ? {} : { duration: `PT${Math.round(event.hours * 60)}M` }),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: school.name,
      address: {
        '@type': 'PostalAddress',
        streetAddress: school.address.slice(0, -1).join(', '),
        addressLocality: school.city,
        addressCountry: 'IN',
      },
    },
    organizer: { '@type': 'Organization', name: school.name, url: school.siteUrl },
    offers: {
      '@type': 'Offer',
      url,
      price: event.price,
      priceCurrency: 'INR',
      availability: event.isFull ? 'https://schema.org/SoldOut' : 'https://schema.org/InStock',
    },
  }
}
