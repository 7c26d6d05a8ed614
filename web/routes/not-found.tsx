import { Link } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import { useHasPart, useIsClosed } from '../lib/school.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageTitle } from '../ui/heading.tsx'
import { Container } from '../ui/section.tsx'
import * as text from './not-found.en.ts'

export const handle: PageHandle = { status: 404 }

export default function NotFound() {
  const isClosed = useIsClosed()
  const hasStore = useHasPart('store')
  const places = [
    ['/classes', text.courses],
    ...(hasStore ? [['/store', text.store] as const] : []),
    ['/find', text.findOrder],
    ['/contact', text.contact],
  ] as const
  return (
    <Container className="beside-ikebana fallen py-12 md:py-20">
      <title>{text.title}</title>
      <PageTitle>{text.heading}</PageTitle>
      <p className="mt-3 text-lg text-ink-soft">{text.lead}</p>
      <ButtonLink to="/" className="mt-6">
        {text.backToHome}
      </ButtonLink>
      {!isClosed && (
        <ul className="mt-8 divide-y divide-line border-y border-line">
          {places.map(([to, words]) => (
            <li key={to}>
              <Link
                to={to}
                className="flex min-h-12 items-center justify-between no-underline hover:underline"
              >
                {words} <span aria-hidden="true">→</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Container>
  )
}
