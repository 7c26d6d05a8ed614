import type { PageHandle } from '../../contract/page.ts'
import arrangement from '../../drawings/ikebana-small.avif?inline'
import { UnlistedTags } from '../layout/visitor-page.tsx'
import { telLink } from '../lib/contact-links.ts'
import { fallbacksQuery } from '../lib/fallbacks.ts'
import { officeHoursQuery, useOfficeHours } from '../lib/office-hours.ts'
import { useSchool } from '../lib/school.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageTitle } from '../ui/heading.tsx'
import { SchoolMark } from '../ui/school-mark.tsx'
import { Container } from '../ui/section.tsx'
import * as text from './offline.en.tsx'

/** The page that the service worker stores, and shows instead of any page that the network does not deliver. */
export const handle: PageHandle = {
  queries: () => [officeHoursQuery(), fallbacksQuery()],
  isOpenEarly: true,
  isBare: true,
  isStatic: true,
}

export default function Offline() {
  const school = useSchool()
  const { hours } = useOfficeHours()
  return (
    <Container className="grid items-center gap-10 py-10 md:py-16 lg:grid-cols-[1.2fr_1fr] lg:gap-16">
      <UnlistedTags title={text.title} />
      <div>
        <header className="flex items-center gap-3">
          {/* The stored page has no pictures, so a school with a logo shows its name alone. */}
          {!school?.pictures.logo && <SchoolMark logo={null} />}
          <p className="leading-tight">
            <span className="block font-display text-lg">{school?.name}</span>
            <span className="block text-sm text-ink-soft">{school?.city}</span>
          </p>
        </header>
        <main>
          <PageTitle className="mt-12">{text.heading}</PageTitle>
          <p className="mt-4 text-lg text-ink-soft">{text.lead}</p>
          {/* An empty `href` is the URL of the page that could not be loaded. */}
          <ButtonLink href="" className="mt-6">
            {text.tryAgain}
          </ButtonLink>
          <div className="mt-10 grid gap-10 sm:grid-cols-2">
            <address className="not-italic">
              {school?.phone && (
                <>
                  <p className="font-bold">{text.callUs}</p>
                  <a className="link inline-flex min-h-11 items-center text-lg" href={telLink(school.phone)}>
                    {school.phone}
                  </a>
                </>
              )}
              {school && school.address.length > 0 && <p className="mt-4 font-bold">{text.findUs}</p>}
              {school?.address.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </address>
            <div>
              {hours.length > 0 && <h2 className="font-text text-base font-bold">{text.hours}</h2>}
              <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
                {hours.map(({ day, text: words, isClosed }) => (
                  <div key={day} className="contents">
                    <dt>{day}</dt>
                    <dd className={isClosed ? 'text-rose-ink' : 'text-ink-soft'}>{words}</dd>
                  </div>
                ))}
              </dl>
            </div>
          </div>
        </main>
      </div>
      {/* The picture is part of the page, because the stored page has no other files. */}
      <img src={arrangement} alt="" width={560} height={630} className="w-full max-w-[26rem] arch" />
    </Container>
  )
}
