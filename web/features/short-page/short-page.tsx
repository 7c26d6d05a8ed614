import type { ReactNode } from 'react'
import { telLink } from '../../lib/contact-links.ts'
import { useOfficeHours } from '../../lib/office-hours.ts'
import { useSchool } from '../../lib/school.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Section } from '../../ui/section.tsx'

/** A page that says what it is for, and how to reach the school meanwhile. */
export function ShortPage({ title, children }: { title: string; children: ReactNode }) {
  const school = useSchool()
  const hours = useOfficeHours()
  return (
    <Section>
      <title>{`${title} · ${school?.name ?? 'Malar'}`}</title>
      <Heading level={1} size="2xl">
        {title}
      </Heading>
      <p className="mt-4 max-w-text text-lg text-ink-soft">{children}</p>
      {school && (
        <p className="mt-6">
          Call us on{' '}
          <a className="link font-bold" href={telLink(school.phone)}>
            {school.phone}
          </a>
          {' or write to '}
          <a className="link" href={`mailto:${school.email}`}>
            {school.email}
          </a>
          .
        </p>
      )}
      <dl className="mt-6 grid max-w-text grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        {hours.map(({ day, text }) => (
          <div key={day} className="contents">
            <dt>{day}</dt>
            <dd className={text === 'Closed' ? 'text-rose-ink' : 'text-ink-soft'}>{text}</dd>
          </div>
        ))}
      </dl>
      <ButtonLink to="/" variant="outline" className="mt-8">
        Back to home
      </ButtonLink>
    </Section>
  )
}
