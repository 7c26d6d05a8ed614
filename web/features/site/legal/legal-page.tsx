import type { ComponentProps, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { telLink } from '../../../lib/contact-links.ts'
import { useSchool } from '../../../lib/school.ts'
import { ShareTags } from '../../../lib/share-tags.tsx'
import { Button } from '../../../ui/button.tsx'
import { Heading } from '../../../ui/heading.tsx'
import { Container } from '../../../ui/section.tsx'

export function LegalPage({
  updated,
  children,
  ...page
}: ComponentProps<typeof ShareTags> & { updated?: string; children: ReactNode }) {
  const navigate = useNavigate()
  return (
    <Container className="py-8 md:py-14">
      <ShareTags {...page} />
      <Button
        variant="quiet"
        size="sm"
        // A page that was opened by itself has nothing to go back to.
        onClick={() => void (history.length > 1 ? navigate(-1) : navigate('/'))}
      >
        <span aria-hidden="true">←</span> Back
      </Button>
      <Heading level={1} size="2xl" className="mt-4">
        {page.title}
      </Heading>
      {updated && <p className="mt-2 text-ink-soft">Last updated: {updated}</p>}
      <div className="prose mt-8">{children}</div>
    </Container>
  )
}

export function SchoolContact() {
  const school = useSchool()
  if (!school)
    return (
      <p>
        Please use our <Link to="/contact">contact page</Link>.
      </p>
    )
  return (
    <p>
      {school.name}, {school.address.join(', ')}. <a href={`mailto:${school.email}`}>{school.email}</a>,{' '}
      <a href={telLink(school.phone)} className="whitespace-nowrap">
        {school.phone}
      </a>
      .
    </p>
  )
}
