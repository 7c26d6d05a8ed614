import type { ComponentProps, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { keptInWords, type RetentionKind, retention } from '../../../../contract/system/retention.ts'
import { telLink } from '../../../lib/contact-links.ts'
import { keptInBrowser } from '../../../lib/kept-in-browser.ts'
import { useSchool } from '../../../lib/school.ts'
import { ShareTags } from '../../../lib/share-tags.tsx'
import { Button } from '../../../ui/button.tsx'
import { PageTitle } from '../../../ui/heading.tsx'
import { Container } from '../../../ui/section.tsx'

const kinds = Object.keys(retention) as RetentionKind[]

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

export function Privacy() {
  const school = useSchool()
  const name = school?.name ?? 'The school'
  return (
    <LegalPage
      title="Privacy Policy"
      description={`What ${name} keeps about you, why, for how long, and how you can have it changed or erased.`}
      path="/privacy"
      updated="December 2024"
    >
      <h2>1. Introduction</h2>
      <p>
        {name} runs this website to present its courses, bouquets and hall, and to let you enroll, book and
        write to us. This page says what we learn about you when you do, and what becomes of it. We keep as
        little as we can.
      </p>
      <h2>2. Information We Collect</h2>
      <p>What you send us, and nothing that we look for behind your back:</p>
      <ul>
        <li>
          your name, e-mail address and phone number when you enroll, book, join a waiting list, or ask us
          something, and the names of those for whom you take a seat too;
        </li>
        <li>the course, the batch, your questions and special requirements;</li>
        <li>
          when you order flowers: what and for when, to whom they go with address and phone number, and the
          words on the card, and what you tell and show us where something was wrong;
        </li>
        <li>
          the recipients that you save in your account, and the days of which you want to be reminded each
          year, both only where you ask for it;
        </li>
        <li>how you chose to pay, and the reference of your payment, never a card number or a PIN;</li>
        <li>
          your e-mail address when you subscribe to our newsletter, ask to hear when something is back in the
          store, or have the links to your orders and seats sent;
        </li>
        <li>
          your name, phone number and e-mail address when you leave them in the window “Stay in touch”, which
          opens on our first page;
        </li>
        <li>your password, in a form that nobody can read back, if you have an account.</li>
      </ul>
      <h2>3. How We Use Your Information</h2>
      <p>
        To hold and confirm your seat, to tell you about changes of your batch, to bring your flowers to the
        right door, to answer you, to keep our books as the law asks, and to send the newsletter to those who
        asked for it. We do not build profiles and we do not decide anything about you by machine.
      </p>
      <h2>4. Sharing Your Information</h2>
      <p>
        We do not sell or rent it. Your teacher sees the list of names of the batch. Who brings your flowers
        sees name, address and phone number of the recipient, and your name only where you let us say it.
        Whoever carries our messages and payments learns what is needed for that and no more. We hand data to
        an authority only where the law obliges us.
      </p>
      <h2>5. Cookies and Browser Storage</h2>
      <p>
        We set no advertising or tracking cookies. The one cookie there is says for a week whether the menu of
        our back office is open, to those who work there. Your browser remembers, for your own convenience:
      </p>
      <ul>
        {keptInBrowser.map(({ what, until }) => (
          <li key={what}>
            {what} ({until});
          </li>
        ))}
        <li>a page of ours to show while you are offline.</li>
      </ul>
      <p>Clearing your browser’s storage removes all of it.</p>
      <h2>6. Security</h2>
      <p>
        Connections are encrypted, passwords are stored as Argon2 hashes, access is limited to the people who
        need it, and every payment is checked by the school’s server rather than by your browser. Should
        something happen all the same, we tell those concerned without delay.
      </p>
      <h2>7. Your Rights</h2>
      <p>
        You can ask for a copy of what we keep about you, have it corrected, have it erased unless the law
        makes us keep it, and take back a consent at any time. The same goes if somebody else gave us your
        name, for example to send you flowers or to bring you along. Write to us from the address that it
        concerns, and we answer within thirty days.
      </p>
      <h2>8. How Long We Keep It</h2>
      <p>
        What is past its time goes by itself, every night. Where you ask for it to go before, the sums that
        tax law makes us keep stay, without your name.
      </p>
      <dl className="divide-y divide-line">
        {kinds.map((kind) => (
          <div key={kind} className="py-3 sm:grid sm:grid-cols-2 sm:gap-x-6">
            <dt>{retention[kind].what}</dt>
            <dd>
              <strong>{sentence(keptInWords(kind))}</strong> {sentence(retention[kind].why)}
            </dd>
          </div>
        ))}
      </dl>
      <h2>9. External Links</h2>
      <p>
        Our pages link to social networks, to a chat and to a map. The map is loaded only after you ask for
        it. What those services do with your visit is told in their own policies.
      </p>
      <h2>10. Updates to This Policy</h2>
      <p>
        When we change how we handle your data, we change this page and the date at its top. If a change
        concerns something you have already given us, we write to you.
      </p>
      <h2>11. Contact Us</h2>
      <SchoolContact />
    </LegalPage>
  )
}

const deliveryTerms = [
  'We deliver our flowers every day, from 9:00 AM to 6:00 PM.',
  'Orders placed before 3:00 PM can be delivered on the same day.',
  'Orders placed after 3:00 PM are delivered from the next day on.',
  'We offer standard, express and midnight delivery.',
  'The delivery fee depends on the location and the type of delivery, and is shown before you pay.',
  'Please give a complete address and a phone number at which the recipient can be reached.',
  'If nobody is there to receive the flowers, we call the recipient and, where we can, leave them with a neighbour or at the reception.',
  'A fee may apply for delivering again when the address was wrong or nobody was there.',
  'Rain, traffic and festivals may delay a delivery; we tell you as soon as we know.',
  'Flowers are seasonal: where one is not to be had, we use another of the same or a higher value, in the same colours.',
  'Concerns about quality or delivery must reach us within 24 hours of the delivery, with photos.',
]

const refundTerms = [
  'Flowers are cut for you and cannot be sold twice: paid orders are not refunded as a rule.',
  'Same-day and next-day orders cannot be cancelled or refunded.',
  'Orders placed in advance may be cancelled within 24 hours of placing them.',
  'Where we find a concern about quality or delivery justified, we offer a replacement or store credit, at our discretion.',
  'Wrong addresses, absent recipients and changes of mind are no grounds for a refund.',
  'Beyond what is said here, no refunds are given.',
]

export function Terms() {
  return (
    <LegalPage
      title="Terms & Services"
      description="Delivery hours, same-day orders, delivery types and fees, cancellation and refunds."
      path="/terms"
    >
      <h2>Delivery Terms</h2>
      <ol>
        {deliveryTerms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ol>
      <h2>No Refund Policy</h2>
      <ol>
        {refundTerms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ol>
      <h2>Contact</h2>
      <SchoolContact />
    </LegalPage>
  )
}

function LegalPage({
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
        // A page that was opened in a new tab has no history to go back to.
        onClick={() => void (history.length > 1 ? navigate(-1) : navigate('/'))}
      >
        <span aria-hidden="true">←</span> Back
      </Button>
      <PageTitle className="mt-4">{page.title}</PageTitle>
      {updated && <p className="mt-2 text-ink-soft">Last updated: {updated}</p>}
      <div className="prose mt-8">{children}</div>
    </Container>
  )
}

function SchoolContact() {
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
