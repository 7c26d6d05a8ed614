import type { PageHandle } from '../../contract/page.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageTitle } from '../ui/heading.tsx'
import { Section } from '../ui/section.tsx'

export const handle: PageHandle = { status: 404 }

export default function NotFound() {
  return (
    <Section>
      <title>Page not found</title>
      <EmptyState
        title={<PageTitle>Oops! Page not found</PageTitle>}
        action={<ButtonLink to="/">Return to Home</ButtonLink>}
      >
        This page has wilted, or it never grew here. Our courses are in full bloom.
      </EmptyState>
    </Section>
  )
}
