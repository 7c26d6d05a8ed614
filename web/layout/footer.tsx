import { Link } from 'react-router'
import { telLink } from '../lib/contact-links.ts'
import { useSchool } from '../lib/school.ts'
import { KolamDivider } from '../ui/kolam.tsx'
import { Container } from '../ui/section.tsx'
import { NewsletterForm } from './newsletter-form.tsx'

const quickLinks = [
  { to: '/', label: 'Home' },
  { to: '/classes', label: 'Classes & Programs' },
  { to: '/store', label: 'Store' },
  { to: '/about', label: 'About' },
  { to: '/blog', label: 'Journal' },
  { to: '/contact', label: 'Contact' },
]

const socialLinks = [
  ['instagram', 'Instagram'],
  ['facebook', 'Facebook'],
  ['youtube', 'YouTube'],
] as const

export function Footer() {
  const school = useSchool()
  return (
    <footer className="night mt-auto bg-night print:hidden">
      <Container className="grid gap-10 py-14 md:grid-cols-2 lg:grid-cols-[1.3fr_0.7fr_1fr_1.4fr]">
        <div>
          <p className="font-display text-xl">{school?.name}</p>
          <p className="mt-2 max-w-text text-on-night-soft">{school?.tagline}</p>
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
        <nav aria-label="Quick links">
          <p className="font-bold">Quick links</p>
          <ul>
            {quickLinks.map(({ to, label }) => (
              <li key={to}>
                <FooterLink to={to}>{label}</FooterLink>
              </li>
            ))}
          </ul>
        </nav>
        <address className="not-italic">
          <p className="font-bold">Find us</p>
          {school?.address.map((line) => (
            <p key={line} className="text-on-night-soft">
              {line}
            </p>
          ))}
          {school && (
            <>
              <FooterLink to={telLink(school.phone)}>{school.phone}</FooterLink>
              <br />
              <FooterLink to={`mailto:${school.email}`}>{school.email}</FooterLink>
              {school.closedDays.map(({ text }) => (
                <p key={text}>{text}</p>
              ))}
            </>
          )}
        </address>
        <NewsletterForm />
      </Container>
      <Container>
        <KolamDivider className="h-6 text-marigold opacity-60" />
      </Container>
      <Container className="flex flex-wrap items-center justify-between gap-x-6 py-4 text-sm text-on-night-soft">
        <p>© 2024 {school?.name}. All rights reserved.</p>
        <p className="flex gap-x-5">
          <FooterLink to="/privacy">Privacy Policy</FooterLink>
          <FooterLink to="/terms">Terms & Services</FooterLink>
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
