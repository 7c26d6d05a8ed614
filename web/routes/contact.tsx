import { type ReactNode, useState } from 'react'
import { urlPart } from '../../contract/addresses.ts'
import type { PageHandle } from '../../contract/page.ts'
import * as text from '../features/site/contact/contact.en.ts'
import { chatLink, telLink } from '../lib/contact-links.ts'
import { fallbacksQuery, useFallbacks } from '../lib/fallbacks.ts'
import { JsonLd, schoolLd } from '../lib/json-ld.tsx'
import { officeHoursQuery, useOfficeHours } from '../lib/office-hours.ts'
import { useSchool } from '../lib/school.ts'
import { ShareTags } from '../lib/share-tags.tsx'
import { chatMessage as plainChatMessage } from '../lib/without-scripts.en.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { LoadFailure } from '../ui/failed-note.tsx'
import { PageHead } from '../ui/heading.tsx'
import { DialogButton, lazyDialog } from '../ui/lazy-dialog.tsx'
import { Container, Section } from '../ui/section.tsx'
import { notLoaded } from '../ui/ui.en.ts'

const EnquiryDialog = lazyDialog(() => import('../features/people/enquiry/enquiry-dialog.tsx'))

export const handle: PageHandle = { queries: () => [officeHoursQuery(), fallbacksQuery()] }

export default function Contact() {
  const school = useSchool()
  const fallbacks = useFallbacks()
  const texts = fallbacks?.texts
  const [start, end] = (texts?.contactHeading ?? text.heading).split('\n')
  const { hours, result } = useOfficeHours()
  if (!school) return null
  const hasHours = hours.length > 0 || result.error !== null || school.closedDays.length > 0
  const hasDetails = hasHours || school.phone !== '' || school.email !== '' || school.mapQuery !== ''
  return (
    <>
      <ShareTags title={text.title} description={text.description(school)} path="/contact" />
      <JsonLd facts={import.meta.env.SSR ? () => [schoolLd(school, result.data?.data, fallbacks)] : null} />
      <div className="bg-rose-tint">
        <Container className="py-12 md:py-20">
          <PageHead eyebrow={text.eyebrow} lead={texts && (texts.contactLead ?? text.lead)}>
            {start} <em>{end}</em>
          </PageHead>
          <div className="mt-7 flex flex-wrap gap-3">
            {school.whatsapp && (
              <ButtonLink
                href={chatLink(
                  school.whatsapp,
                  school.parts.store ? text.chatMessage : plainChatMessage(school),
                )}
                target="_blank"
                rel="noopener"
              >
                {school.parts.store ? text.chatOrder : text.chat}
              </ButtonLink>
            )}
            {school.phone && (
              <ButtonLink href={telLink(school.phone)} variant="outline">
                {text.callNow}
              </ButtonLink>
            )}
            <DialogButton variant="outline" of={EnquiryDialog}>
              {text.sendEnquiry}
            </DialogButton>
          </div>
        </Container>
      </div>
      {hasDetails && (
        <Section aria-label={text.contactDetails}>
          <div className="grid gap-x-12 gap-y-10 md:grid-cols-[1fr_1.3fr] lg:grid-cols-[1fr_1fr_1.3fr]">
            <div className="flex flex-col gap-8">
              {school.phone && (
                <Way title={text.phone}>
                  <a className="link text-lg" href={telLink(school.phone)}>
                    {school.phone}
                  </a>
                </Way>
              )}
              {school.email && (
                <Way title={text.email}>
                  <a className="link text-lg" href={`mailto:${school.email}`}>
                    {school.email}
                  </a>
                </Way>
              )}
            </div>
            {school.address.length > 0 && (
              <Way title={text.address}>
                <address className="text-lg not-italic">
                  {school.address.map((line) => (
                    <span key={line} className="block">
                      {line}
                    </span>
                  ))}
                </address>
              </Way>
            )}
            {hasHours && (
              <Way
                title={text.hours}
                className="md:col-start-2 md:row-span-2 md:row-start-1 lg:col-start-3 lg:row-span-1"
              >
                {hours.length === 0 && result.error && <LoadFailure title={notLoaded} of={result} />}
                <dl className="divide-y divide-line">
                  {hours.map(({ day, text: words, isClosed }) => (
                    <div key={day} className="flex flex-wrap justify-between gap-x-6 py-1.5">
                      <dt>{day}</dt>
                      <dd className={isClosed ? 'font-bold text-rose-ink' : 'text-ink-soft'}>{words}</dd>
                    </div>
                  ))}
                </dl>
                {school.closedDays.map(({ text: words }) => (
                  <p key={words} className="mt-2 font-bold text-rose-ink">
                    {words}
                  </p>
                ))}
              </Way>
            )}
          </div>
          {school.mapQuery && (
            <div className="mt-14">
              <MapOnClick />
            </div>
          )}
        </Section>
      )}
    </>
  )
}

function Way({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <h2 className="mb-2 text-lg">{title}</h2>
      {children}
    </div>
  )
}

/** The map loads on a click, because Google must not learn of visitors who did not ask for it. */
function MapOnClick() {
  const school = useSchool()
  const [isOpen, setOpen] = useState(false)
  if (!school) return null
  const place = urlPart(school.mapQuery)
  return (
    <div className="petal overflow-hidden border border-line bg-leaf-tint">
      {isOpen ? (
        <iframe
          title={text.mapOf({ address: school.address.join(', ') })}
          src={`https://www.google.com/maps?q=${place}&output=embed`}
          className="block aspect-[4/3] w-full border-0 md:aspect-[21/9]"
          loading="lazy"
          referrerPolicy="no-referrer"
        />
      ) : (
        <div className="grid place-items-center gap-4 px-6 py-14 text-center">
          <p className="font-display text-xl">{school.address.join(', ')}</p>
          <p className="max-w-text text-ink-soft">{text.mapLead}</p>
          <Button variant="outline" onClick={() => setOpen(true)}>
            {text.showMap}
          </Button>
        </div>
      )}
      <div className="flex justify-end border-t border-line bg-raised p-3">
        <ButtonLink
          href={`https://www.google.com/maps/search/?api=1&query=${place}`}
          target="_blank"
          rel="noopener"
          size="sm"
          variant="quiet"
        >
          {text.openMap}
          <span className="sr-only">{text.opensInNewTab}</span>
        </ButtonLink>
      </div>
    </div>
  )
}
