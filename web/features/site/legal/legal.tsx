import type { ComponentProps, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { type RetentionKind, retention } from '../../../../contract/system/retention.ts'
import { telLink } from '../../../lib/contact-links.ts'
import { useFallbacks } from '../../../lib/fallbacks.ts'
import { useHasPart, useSchool } from '../../../lib/school.ts'
import { ShareTags } from '../../../lib/share-tags.tsx'
import { Button } from '../../../ui/button.tsx'
import { PageTitle } from '../../../ui/heading.tsx'
import { Container } from '../../../ui/section.tsx'
import { browser, keptFor, retention as keptTexts } from './kept.en.ts'
import * as text from './legal.en.tsx'

const kinds = Object.keys(retention) as RetentionKind[]

export function Privacy() {
  const school = useSchool()?.name
  const texts = useFallbacks()?.texts
  return (
    <LegalPage
      title={text.privacy}
      description={text.privacyDescription({ school })}
      path="/privacy"
      updated={texts?.privacyUpdated}
    >
      <h2>{text.introduction}</h2>
      <p>{text.introductionText({ school })}</p>
      <h2>{text.collected}</h2>
      <p>{text.collectedLead}</p>
      <ul>
        {text.collectedItems.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <h2>{text.used}</h2>
      <p>{text.usedText}</p>
      <h2>{text.shared}</h2>
      <p>{text.sharedText}</p>
      <h2>{text.cookies}</h2>
      <p>{text.cookiesText}</p>
      <ul>
        {Object.entries(browser).map(([kind, item]) => (
          <li key={kind}>{item}</li>
        ))}
      </ul>
      <p>{text.cookiesRemoval}</p>
      <h2>{text.security}</h2>
      <p>{text.securityText}</p>
      <h2>{text.rights}</h2>
      <p>{text.rightsText}</p>
      <h2>{text.kept}</h2>
      <p>{text.keptText}</p>
      <dl className="divide-y divide-line">
        {kinds.map((kind) => (
          <div key={kind} className="py-3 sm:grid sm:grid-cols-2 sm:gap-x-6">
            <dt>{keptTexts[kind].what}</dt>
            <dd>
              <strong className="block">{keptFor(kind, retention[kind].days)}</strong>
              {keptTexts[kind].why}
            </dd>
          </div>
        ))}
      </dl>
      <h2>{text.links}</h2>
      <p>{text.linksText}</p>
      <h2>{text.updates}</h2>
      <p>{text.updatesText}</p>
      <h2>{text.contactUs}</h2>
      <SchoolContact />
    </LegalPage>
  )
}

export function Terms() {
  const hasStore = useHasPart('store')
  const own = useFallbacks()?.texts.deliveryTerms?.split('\n') ?? []
  return (
    <LegalPage
      title={text.terms}
      description={text.termsDescription({ school: useSchool()?.name })}
      path="/terms"
    >
      {hasStore && (
        <>
          <h2>{text.delivery}</h2>
          <ol>
            {[...own, ...text.deliveryTerms].map((term) => (
              <li key={term}>{term}</li>
            ))}
          </ol>
          <h2>{text.refunds}</h2>
          <ol>
            {text.refundTerms.map((term) => (
              <li key={term}>{term}</li>
            ))}
          </ol>
        </>
      )}
      <h2>{text.contactHeading}</h2>
      <SchoolContact />
    </LegalPage>
  )
}

function LegalPage({
  updated,
  children,
  ...page
}: ComponentProps<typeof ShareTags> & { updated?: string | undefined; children: ReactNode }) {
  const navigate = useNavigate()
  return (
    <Container className="py-8 md:py-14">
      <ShareTags {...page} />
      <Button
        variant="quiet"
        size="sm"
        // A page that was opened in a new tab has no history to go back to.
        onClick={() => void (history.length > 1 ? navigate(-1) : navigate('/'))}
      >
        <span aria-hidden="true">←</span> {text.back}
      </Button>
      <PageTitle className="mt-4">{page.title}</PageTitle>
      {updated && <p className="mt-2 text-ink-soft">{text.lastUpdated({ month: updated })}</p>}
      <div className="prose mt-8">{children}</div>
    </Container>
  )
}

function SchoolContact() {
  const school = useSchool()
  if (!(school?.email && school.phone))
    return (
      <p>
        {text.useContactPage((label) => (
          <Link to="/contact">{label}</Link>
        ))}
      </p>
    )
  return (
    <p>
      {text.contact({ place: [school.name, ...school.address].join(', ') })}{' '}
      <a href={`mailto:${school.email}`}>{school.email}</a>,{' '}
      <a href={telLink(school.phone)} className="whitespace-nowrap">
        {school.phone}
      </a>
      .
    </p>
  )
}
