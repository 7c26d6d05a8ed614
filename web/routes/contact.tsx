import { type ReactNode, useState } from 'react'
import { urlPart } from '../../contract/addresses.ts'
import type { PageHandle } from '../../contract/page.ts'
import type { School } from '../../contract/school/school.ts'
import { weekdayOf } from '../../contract/words.ts'
import * as text from '../features/site/contact/contact.en.ts'
import { chatLink, telLink } from '../lib/contact-links.ts'
import { fallbacksQuery, useFallbacks } from '../lib/fallbacks.ts'
import { JsonLd, schoolLd } from '../lib/json-ld.tsx'
import { officeHoursQuery, useOfficeHours } from '../lib/office-hours.ts'
import { usePageAssets } from '../lib/page-context.tsx'
import { useSchool } from '../lib/school.ts'
import { ShareTags } from '../lib/share-tags.tsx'
import { chatMessage as plainChatMessage } from '../lib/without-scripts.en.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { LoadFailure } from '../ui/failed-note.tsx'
import { PageHead } from '../ui/heading.tsx'
import { DialogButton, lazyDialog } from '../ui/lazy-dialog.tsx'
import { Picture } from '../ui/picture.tsx'
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
  const today = weekdayOf(usePageAssets().today)
  if (!school) return null
  const hasHours = hours.length > 0 || result.error !== null || school.closedDays.length > 0
  const hasDetails = hasHours || school.phone !== '' || school.email !== '' || school.mapQuery !== ''
  return (
    <>
      <ShareTags title={text.title} description={text.description(school)} path="/contact" />
      <JsonLd facts={import.meta.env.SSR ? () => [schoolLd(school, result.data?.data, fallbacks)] : null} />
      <div className="bg-rose-tint">
        <Container className="grid gap-10 md:grid-cols-2 lg:grid-cols-[1.2fr_1fr] lg:gap-16">
          <div className="pt-10 md:py-16">
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
          </div>
          <Place />
        </Container>
      </div>
      {hasDetails && (
        <Section aria-label={text.contactDetails}>
          <div className="grid items-start gap-10 md:grid-cols-2 lg:grid-cols-[1.2fr_1fr] lg:gap-16">
            <div className="flex flex-col gap-8">
              {(school.phone || school.email) && (
                <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
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
              )}
              {(school.address.length > 0 || school.mapQuery) && <AddressAndMap school={school} />}
            </div>
            {hasHours && (
              <Way title={text.hours} className="petal border border-line bg-raised p-5 md:p-6">
                {hours.length === 0 && result.error && <LoadFailure title={notLoaded} of={result} />}
                <dl className="divide-y divide-line">
                  {hours.map(({ day, text: words, isClosed }) => (
                    <div
                      key={day}
                      aria-current={day === today ? 'date' : undefined}
                      className={cx(
                        'flex flex-wrap justify-between gap-x-6 py-2',
                        day === today && 'font-bold',
                      )}
                    >
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

/** The picture of the place stands on the lower edge of its band. */
function Place() {
  const { hallPicture = [], aboutPicture = [] } = useFallbacks()?.pictures ?? {}
  const picture = hallPicture[0] ?? aboutPicture[0]
  if (!picture) return <div className="aspect-[3/2] w-full self-end ikebana" />
  return (
    <Picture
      picture={picture}
      alt={picture.alt}
      eager
      sizes="(min-width: 76rem) 30.9rem, (min-width: 64rem) calc(45.5vw - 3.6rem), (min-width: 48rem) calc(50vw - 3.25rem), calc(100vw - 2.5rem)"
      className="aspect-[3/2] w-full self-end arch"
    />
  )
}

/** The map loads on a click, because Google must not learn of visitors who did not ask for it. */
function AddressAndMap({ school }: { school: School }) {
  const [isOpen, setOpen] = useState(false)
  const place = urlPart(school.mapQuery)
  return (
    <div className="petal overflow-hidden bg-leaf-tint">
      {isOpen && (
        <iframe
          title={text.mapOf({ address: school.address.join(', ') })}
          src={`https://www.google.com/maps?q=${place}&output=embed`}
          className="block aspect-[4/3] w-full border-0"
          loading="lazy"
          referrerPolicy="no-referrer"
        />
      )}
      <div className="grid gap-6 p-5 sm:grid-cols-2 md:grid-cols-1 md:p-6 lg:grid-cols-2">
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
        {school.mapQuery && (
          <div className="flex flex-col items-start gap-3">
            {!isOpen && (
              <Button variant="outline" onClick={() => setOpen(true)}>
                {text.showMap}
              </Button>
            )}
            <a
              className="link inline-flex min-h-11 items-center"
              href={`https://www.google.com/maps/search/?api=1&query=${place}`}
              target="_blank"
              rel="noopener"
            >
              {text.openMap}
              <span className="sr-only">{text.opensInNewTab}</span>
            </a>
            {!isOpen && <p className="text-sm text-ink-soft">{text.mapLead}</p>}
          </div>
        )}
      </div>
    </div>
  )
}
