import type { PageHandle } from '../../contract/page.ts'
import { laterPart } from '../lib/later-part.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { PageTitle } from '../ui/heading.tsx'
import { Container } from '../ui/section.tsx'
import * as text from './not-found.en.ts'

const OtherPlaces = laterPart(() => import('./parts/other-places.tsx'), null)

export const handle: PageHandle = { status: 404 }

export default function NotFound() {
  return (
    <Container className="beside-ikebana fallen py-12 md:py-20">
      <title>{text.title}</title>
      <PageTitle>{text.heading}</PageTitle>
      <p className="mt-3 text-lg text-ink-soft">{text.lead}</p>
      <ButtonLink to="/" className="mt-6">
        {text.backToHome}
      </ButtonLink>
      <OtherPlaces />
    </Container>
  )
}
