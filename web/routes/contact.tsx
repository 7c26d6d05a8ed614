import { type ReactNode, useState } from 'react'
import { urlPart } from '../../contract/addresses.ts'
import type { PageHandle } from '../../contract/page.ts'
import type { OfficeTiming } from '../../contract/school/office-hours.ts'
import type { School } from '../../contract/school/school.ts'
import { twelveHour, weekdayOf } from '../../contract/words.ts'
import * as text from '../features/site/contact/contact.en.ts'
import { chatLink, telLink } from '../lib/contact-links.ts'
import { fallbacksQuery, useFallbacks } from '../lib/fallbacks.ts'
import { JsonLd, schoolLd } from '../lib/json-ld.tsx'
import { officeHoursQuery, useOfficeHours } from '../lib/office-hours.ts'
import { usePageAssets } from '../lib/page-context.tsx'
import { rowsIn } from '../lib/query.ts'
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
  const date = usePageAssets().today
  const today = weekdayOf(date)
  if (!school) return null
  const now = opening(rowsIn<OfficeTiming>(result.data), school.closedDays, date)
  const hasHours = hours.length > 0 || result.error !== null || school.closedDays.length > 0
  const hasDetails = hasHours || school.phone !== '' || school.email !== '' || school.mapQuery !== ''
  return (
    <>
      <ShareTags title={text.title} description={text.description(school)} path="/contact" />
      <JsonLd facts={import.meta.env.SSR ? () => [schoolLd(school, result.data?.data, fallbacks)] : null} />
      <div className="bg-rose-tint">
        <Container className="grid gap-10 md:grid-cols-2 lg:grid-cols-[1.2fr_1fr] lg:gap-16">
          <div className="pt-10 md:py-16">
            <PageHead
              eyebrow={school.phone ? text.eyebrow : text.eyebrowWithoutPhone}
              lead={texts && (texts.contactLead ?? text.lead)}
            >
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
                <ButtonLink href={telLink(school.phone)} variant={school.whatsapp ? 'outline' : 'primary'}>
                  {text.callNow}
                </ButtonLink>
              )}
              <DialogButton
                variant={school.whatsapp || school.phone ? 'outline' : 'primary'}
                of={EnquiryDialog}
              >
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
            <div className="border-b border-line">
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
              {(school.address.length > 0 || school.mapQuery) && <AddressAndMap school={school} />}
            </div>
            {hasHours && (
              <div className="petal border border-line bg-raised p-5 md:p-6">
                <h2 className="text-lg">{text.hours}</h2>
                {now && <p className="mt-1 mb-2 text-leaf-ink">{now}</p>}
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
              </div>
            )}
          </div>
        </Section>
      )}
    </>
  )
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-6 border-t border-line py-4">
      <h2 className="w-24 font-text text-base text-ink-soft">{title}</h2>
      <div className="min-w-0 flex-1 basis-48">{children}</div>
    </div>
  )
}

/** Says if the school is open today, or when it opens next. Null if the hours of its weekdays are not known. */
function opening(rows: readonly OfficeTiming[], closed: School['closedDays'], today: string) {
  for (let days = 0; days < daysAheadMax; days++) {
    const day = new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10)
    const row = rows.find(({ office_day }) => office_day === weekdayOf(day))
    const closings = closed.filter((span) => span.day <= day && day <= span.lastDay)
    // A day that is closed for some hours alone has no short answer.
    if (!row || closings.some(({ from }) => from !== null)) return null
    if (row.is_holiday || closings.length > 0) continue
    const [from, to] = [twelveHour(row.open_time), twelveHour(row.close_time)]
    if (days === 0) return text.openToday({ from, to })
    return text.opens({ day: days === 1 ? text.tomorrow : weekdayOf(day), from })
  }
  return null
}
const daysAheadMax = 7
const dayMs = 24 * 60 * 60 * 1000

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
    <Way title={text.address}>
      <address className="text-lg not-italic">
        {school.address.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
      {school.mapQuery && (
        <>
          <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 print:hidden">
            {!isOpen && (
              <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
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
          </div>
          {isOpen ? (
            <iframe
              title={text.mapOf({ address: school.address.join(', ') })}
              src={`https://www.google.com/maps?q=${place}&output=embed`}
              className="mt-3 block aspect-[4/3] w-full petal border-0"
              loading="lazy"
              referrerPolicy="no-referrer"
            />
          ) : (
            <p className="mt-2 text-sm text-ink-soft print:hidden">{text.mapLead}</p>
          )}
        </>
      )}
    </Way>
  )
}
