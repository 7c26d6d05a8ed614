import type { PageHandle } from '../../contract/page.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageTitle } from '../ui/heading.tsx'
import { Section } from '../ui/section.tsx'
import * as text from './not-found.en.ts'

export const handle: PageHandle = { status: 404 }

export default function NotFound() {
  return (
    <Section>
      <title>{text.title}</title>
      <EmptyState
        title={<PageTitle>{text.heading}</PageTitle>}
        action={<ButtonLink to="/">{text.backToHome}</ButtonLink>}
      >
        {text.lead}
      </EmptyState>
    </Section>
  )
}
