import type { Fallbacks } from '../../contract/school/fallbacks.ts'
import type { OfficeTiming } from '../../contract/school/office-hours.ts'
import type { School } from '../../contract/school/school.ts'
import { shareFactsOfPage, sharePicturePath } from '../../contract/site/share-pictures.ts'
import { stateOfPincode } from '../../contract/store/state-of-pincode.ts'
import { asServerWrote } from './as-server-wrote.ts'
import { usePageAssets } from './page-context.tsx'

/**
 * Structured data for search engines. `import.meta.env.SSR ? () => … : null` keeps the facts out of the browser's
 * scripts.
 */
export function JsonLd({ facts }: { facts: (() => Record<string, unknown>[]) | null }) {
  const { isOfRecord } = usePageAssets()
  const shown = isOfRecord ? null : facts
  const content = import.meta.env.SSR ? { __html: (shown?.() ?? []).map(script).join('') } : asServerWrote
  return <div hidden suppressHydrationWarning dangerouslySetInnerHTML={content} />
}

/** Escapes `<`, so that no text can close the script element. */
function script(data: Record<string, unknown>): string {
  const withoutEmpty = (_: string, value: unknown) =>
    value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }, withoutEmpty)
  return `<script type="application/ld+json">${json.replace(/</g, '\\u003c')}</script>`
}

/** The last line of the address has the city, and often the postal code. */
export function addressLd({ address, city }: Pick<School, 'address' | 'city'>): Record<string, unknown> {
  const found = /(?<!\d)(\d{3}) ?(\d{3})(?!\d)/.exec(address.at(-1) ?? '')
  const postalCode = found?.slice(1).join('')
  const addressRegion = postalCode && stateOfPincode(postalCode)
  return {
    '@type': 'PostalAddress',
    streetAddress: (address.length > 1 ? address.slice(0, -1) : address).join(', '),
    addressLocality: city,
    ...(postalCode && { postalCode }),
    ...(addressRegion && { addressRegion }),
    addressCountry: 'IN',
  }
}

/**
 * The school as it appears in other structured data. The entry has name and URL, because few pages contain all facts
 * about the school.
 */
export const schoolRefLd = ({ siteUrl, name }: School) => ({
  '@type': 'EducationalOrganization',
  '@id': `${siteUrl}/#school`,
  name,
  url: siteUrl,
})

export function breadcrumbsLd(school: School, pages: readonly [name: string, path: string][]) {
  const all = [['Home', '/'] as const, ...pages]
  return { '@type': 'BreadcrumbList', itemListElement: all.map(itemLd(school, 'item')) }
}

export function listLd(school: School, things: readonly [name: string, path: string][]) {
  if (things.length === 0) return []
  return [{ '@type': 'ItemList', itemListElement: things.map(itemLd(school, 'url')) }]
}

const itemLd =
  ({ siteUrl }: School, address: 'item' | 'url') =>
  ([name, path]: readonly [string, string], at: number) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    [address]: siteUrl + path,
  })

export function schoolLd(
  school: School,
  hours: readonly OfficeTiming[] = [],
  shown?: Pick<Fallbacks, 'texts' | 'pictures'>,
): Record<string, unknown> {
  const picture = shareFactsOfPage('/', school, shown)
  const [latitude, longitude] = school.geo.split(/, ?/).map(Number)
  return {
    '@type': ['LocalBusiness', 'EducationalOrganization'],
    '@id': `${school.siteUrl}/#school`,
    name: school.name,
    description: school.tagline,
    url: school.siteUrl,
    logo: `${school.siteUrl}/icon-512.png`,
    image: picture && school.siteUrl + sharePicturePath('/', picture),
    telephone: school.phone,
    email: school.email,
    address: addressLd(school),
    ...(longitude !== undefined && { geo: { '@type': 'GeoCoordinates', latitude, longitude } }),
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
    specialOpeningHoursSpecification: school.closedDays
      .filter(({ from }) => from === null)
      .map(({ day, lastDay, closedFor }) => ({
        '@type': 'OpeningHoursSpecification',
        description: closedFor,
        validFrom: day,
        validThrough: lastDay,
        opens: '00:00',
        closes: '00:00',
      })),
    sameAs: [school.instagram, school.facebook, school.youtube].filter((link) => link !== ''),
  }
}
