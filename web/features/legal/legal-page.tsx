import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useSchool } from '../../lib/school.ts'
import { ShareTags } from '../../lib/share-tags.tsx'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Container } from '../../ui/section.tsx'

/** A page of rules: Back, title, date, text. */
export function LegalPage({
  title,
  description,
  path,
  updated,
  children,
}: {
  title: string
  description: string
  path: string
  updated?: string
  children: ReactNode
}) {
  const school = useSchool()
  const navigate = useNavigate()
  return (
    <Container className="py-8 md:py-14">
      <ShareTags title={`${title} · ${school?.name ?? 'Malar'}`} description={description} path={path} />
      <Button
        variant="quiet"
        size="sm"
        // A page that was opened by itself has nothing to go back to.
        onClick={() => void (history.length > 1 ? navigate(-1) : navigate('/'))}
      >
        <span aria-hidden="true">←</span> Back
      </Button>
      <Heading level={1} size="2xl" className="mt-4">
        {title}
      </Heading>
      {updated && <p className="mt-2 text-ink-soft">Last updated: {updated}</p>}
      <div className="prose mt-8">{children}</div>
    </Container>
  )
}
