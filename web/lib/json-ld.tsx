import type { OfficeTiming } from '../../contract/office-hours.ts'
import type { School } from '../../contract/school.ts'

/**
 * Facts for search engines (schema.org), which read the page as the server sends it. Give
 * `import.meta.env.SSR ? () => … : null`, which leaves the function out of the browser's scripts.
 */
export function JsonLd({ facts }: { facts: (() => Record<string, unknown>[]) | null }) {
  // In the browser React leaves the content of such an element as the server wrote it.
  return (
    <div
      hidden
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: facts === null ? nothing : facts().map(script).join('') }}
    />
  )
}

/** The page's policy allows no text as markup. */
const nothing = import.meta.env.SSR ? '' : (window.trustedTypes?.emptyHTML ?? '')

/** Data, not code: `<` is escaped, so that no text can end the block. */
function script(data: Record<string, unknown>): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(/</g, '\\u003c')
  return `<script type="application/ld+json">${json}</script>`
}

const addressOf = (school: School) => ({
  '@type': 'PostalAddress',
  streetAddress: school.address.slice(0, -1).join(', '),
  addressLocality: school.city,
  addressCountry: 'IN',
})

/** The school as schema.org's LocalBusiness; other facts refer to its `@id`. */
export function schoolLd(school: School, hours: readonly OfficeTiming[] = []): Record<string, unknown> {
  return {
    '@type': ['LocalBusiness', 'EducationalOrganization'],
    '@id': `${school.siteUrl}/#school`,
    name: school.name,
    description: school.tagline,
    url: school.siteUrl,
    telephone: school.phone,
    email: school.email,
    address: addressOf(school),
    ...(hours.length > 0 && {
      openingHoursSpecification: hours
        .filter((row) => !row.is_holiday)
        .map((row) => ({
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: `https://schema.org/${row.office_day}`,
          opens: row.open_time,
          closes: row.close_time,
        })),
    }),
    sameAs: [school.instagram, school.facebook, school.youtube].filter((link) => link !== ''),
  }
}

/** As an event of the calendar names them. */
interface EventFacts {
  title: string
  description: string
  event_date: string
  /** 24-hour `HH:MM`, or null. */
  event_time: string | null
  /** Hours; null where nobody knows. */
  duration: number | null
  /** Rupees. */
  amount: number
  spots_left: number | null
  slug: string
}

export function eventLd(event: EventFacts, school: School): Record<string, unknown> {
  const url = `${school.siteUrl}/classes/${event.slug}`
  return {
    '@type': 'Event',
    name: event.title,
    description: event.description,
    url,
    startDate:
      event.event_time === null ? event.event_date : `${event.event_date}T${event.event_time}:00+05:30`,
    ...(event.duration === null ? {} : { duration: `PT${Math.round(event.duration * 60)}M` }),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name: school.name, address: addressOf(school) },
    organizer: { '@type': 'Organization', name: school.name, url: school.siteUrl },
    offers: {
      '@type': 'Offer',
      url,
      price: event.amount,
      priceCurrency: 'INR',
      availability: event.spots_left === 0 ? 'https://schema.org/SoldOut' : 'https://schema.org/InStock',
    },
  }
}
