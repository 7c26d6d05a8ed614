import { Link } from 'react-router'
import type { SitePart } from '../../contract/school/site-parts.ts'
import { telLink } from '../lib/contact-links.ts'
import { laterPart } from '../lib/later-part.tsx'
import { useIsClosed, useSchool } from '../lib/school.ts'
import { KolamDivider } from '../ui/kolam.tsx'
import { SchoolMark } from '../ui/school-mark.tsx'
import { Container } from '../ui/section.tsx'
import * as text from './layout.en.tsx'

const NewsletterForm = laterPart(
  () => import('./newsletter-form.tsx'),
  <div className="min-h-28 lg:col-start-4" />,
)

const quickLinks = [
  { to: '/', label: text.home },
  { to: '/classes', label: text.classes },
  { to: '/store', label: text.store, part: 'store' },
  { to: '/about', label: text.about },
  { to: '/blog', label: text.journal, part: 'journal' },
  { to: '/contact', label: text.contact },
] satisfies { to: string; label: string; part?: SitePart }[]

const socialLinks = [
  // oxlint-disable-next-line malar/text-in-catalogue -- a name
  ['instagram', 'Instagram'],
  // oxlint-disable-next-line malar/text-in-catalogue -- a name
  ['facebook', 'Facebook'],
  ['youtube', 'YouTube'],
] as const

export function Footer() {
  const school = useSchool()
  const isClosed = useIsClosed()
  return (
    <footer className="night mt-auto bg-night print:hidden">
      <Container className="grid gap-10 py-14 md:grid-cols-2 lg:grid-cols-[1.3fr_0.7fr_1fr_1.4fr]">
        <div>
          {school?.pictures.logo && (
            <div className="mb-3">
              <SchoolMark logo={school.pictures.logo} />
            </div>
          )}
          <p className="font-display text-xl">{school?.name}</p>
          <p className="mt-2 max-w-text whitespace-pre-line text-on-night-soft">{school?.footerLine}</p>
          <ul className="mt-4 flex flex-wrap gap-x-5">
            {socialLinks.map(
              ([place, label]) =>
                school?.[place] && (
                  <li key={label}>
                    <FooterLink to={school[place]}>{label}</FooterLink>
                  </li>
                ),
            )}
          </ul>
        </div>
        {!isClosed && (
          <nav aria-label={text.quickLinks}>
            <p className="font-bold">{text.quickLinks}</p>
            <ul className="grid grid-cols-2 md:grid-cols-1">
              {quickLinks.map(
                ({ to, label, part }) =>
                  school?.parts[part as SitePart] !== false && (
                    <li key={to}>
                      <FooterLink to={to}>{label}</FooterLink>
                    </li>
                  ),
              )}
            </ul>
          </nav>
        )}
        {school && (school.phone || school.email) && (
          <address className="flex flex-col items-start not-italic">
            <p className="font-bold">{text.findUs}</p>
            {school.address.map((line) => (
              <p key={line} className="text-on-night-soft">
                {line}
              </p>
            ))}
            {school.phone && <FooterLink to={telLink(school.phone)}>{school.phone}</FooterLink>}
            {school.email && <FooterLink to={`mailto:${school.email}`}>{school.email}</FooterLink>}
            {school.closedDays.map(({ text: words }) => (
              <p key={words}>{words}</p>
            ))}
          </address>
        )}
        {!isClosed && <NewsletterForm />}
      </Container>
      <Container>
        <KolamDivider className="h-6 text-marigold opacity-60" />
      </Container>
      <Container className="flex flex-wrap items-center justify-between gap-x-6 py-4 text-sm text-on-night-soft">
        <p>{school && text.copyright(school)}</p>
        <p className="flex flex-wrap gap-x-5">
          <FooterLink to="/privacy">{text.privacy}</FooterLink>
          <FooterLink to="/terms">{text.terms}</FooterLink>
          <FooterLink to="/terms/courses">{text.courseTerms}</FooterLink>
          {school?.parts.hall && <FooterLink to="/terms/hall">{text.hallTerms}</FooterLink>}
        </p>
      </Container>
    </footer>
  )
}

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center text-on-night-soft no-underline hover:text-on-night hover:underline"
      {...(to.startsWith('http') && { target: '_blank', rel: 'noopener' })}
    >
      {children}
    </Link>
  )
}
