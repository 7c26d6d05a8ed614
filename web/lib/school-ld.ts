import type { OfficeTiming } from '../../contract/office-hours.ts'
import type { School } from '../../contract/school.ts'

/** The school as schema.org's LocalBusiness knows it; other facts point to it by its `@id`. */
export function schoolLd(school: School, hours: readonly OfficeTiming[] = []): Record<string, unknown> {
  return {
    '@type': ['LocalBusiness', 'EducationalOrganization'],
    '@id': `${school.siteUrl}/#school`,
    name: school.name,
    description: school.tagline,
    url: school.siteUrl,
    telephone: school.phone,
    email: school.email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: school.address.slice(0, -1).join(', '),
      addressLocality: school.city,
      addressCountry: 'IN',
    },
    ...(hours.length === 0
      ? {}
      : {
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
