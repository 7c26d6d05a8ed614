import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { splitPricingLabel } from '../../../../contract/school/pricing-rules.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { useFallbacks } from '../../../lib/fallbacks.ts'
import { query } from '../../../lib/query.ts'
import { useSchool } from '../../../lib/school.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { LoadFailure } from '../../../ui/failed-note.tsx'
import { ArrivalHeading, Eyebrow, Heading } from '../../../ui/heading.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Container, Section } from '../../../ui/section.tsx'
import { notLoaded } from '../../../ui/ui.en.ts'
import * as text from './venue.en.tsx'

export default function VenueView({ enquire }: { enquire: ReactNode }) {
  const navigate = useNavigate()
  const school = useSchool()
  const result = useQuery(query('GET /api/admin/event-pricing'))
  const fallbacks = useFallbacks()
  const texts = fallbacks?.texts
  const [start, end] = (texts?.venueHeading ?? text.heading).split('\n')
  const [picture, ...more] = fallbacks?.pictures.hallPictures ?? []
  const own = Object.entries(result.data?.data ?? {})
  // `fallbacks` has prices only at the demonstration. They are shown if there are no prices, or if these cannot be
  // loaded.
  const prices = own.length > 0 ? own : Object.entries(fallbacks?.hallPrices ?? {})
  const [lowest] = prices.map(([, one]) => one).sort((a, b) => Number(a.price) - Number(b.price))
  return (
    <>
      <Section aria-labelledby="venue" className="pt-8! md:pt-10!">
        <button
          type="button"
          className="inline-flex min-h-11 items-center gap-2 text-sm font-bold text-leaf-ink hover:underline print:hidden"
          onClick={() => void navigate('/')}
        >
          <span aria-hidden="true">←</span> {text.back}
        </button>
        <div className={cx('mt-2 grid items-center gap-x-14 gap-y-8', picture && 'lg:grid-cols-[1.2fr_1fr]')}>
          {picture && (
            <Picture
              picture={picture}
              alt={picture.alt}
              sizes="(min-width: 76rem) 37.4rem, (min-width: 64rem) calc(54.6vw - 4.1rem), (min-width: 48rem) calc(100vw - 4rem), calc(100vw - 2.5rem)"
              className="aspect-[4/3] w-full petal"
            />
          )}
          <div>
            <Eyebrow>{school && text.eyebrow(school)}</Eyebrow>
            <ArrivalHeading id="venue">
              {start} <em>{end}</em>
            </ArrivalHeading>
            <p className="mt-4 max-w-text text-lg whitespace-pre-line text-ink-soft">
              {texts && (texts.venueLead ?? text.lead)}
            </p>
            {texts?.venueSize && (
              <p className="mt-4 text-lg">
                <span className="font-bold">{text.size}</span> {texts.venueSize}
              </p>
            )}
            {lowest && (
              <p className="mt-4">
                {text.from} <span className="font-display text-2xl">{formatRupees(lowest.price)}</span>{' '}
                <span className="text-ink-soft">{lowest.label}</span>
              </p>
            )}
            <div className="mt-6 flex flex-wrap gap-3">
              <ButtonLink to="/contact">{text.bookNow}</ButtonLink>
              {enquire}
            </div>
            <p className="mt-4 text-sm text-ink-soft">
              {text.hallTerms((words) => (
                <a className="link" href="/terms/hall" target="_blank" rel="noopener">
                  {words}
                </a>
              ))}
            </p>
          </div>
        </div>
      </Section>
      <Offer />
      {more.length > 0 && (
        <Container className="py-14 md:py-20">
          <ul className={cx('grid gap-4 sm:grid-cols-2', more.length % 3 === 0 && 'lg:grid-cols-3')}>
            {more.map((one) => (
              <li key={one.base}>
                <Picture
                  picture={one}
                  alt={one.alt}
                  sizes={
                    more.length % 3 === 0
                      ? '(min-width: 76rem) 23.5rem, (min-width: 64rem) calc(33vw - 2.3rem), (min-width: 40rem) calc(50vw - 2rem), calc(100vw - 2.5rem)'
                      : '(min-width: 76rem) 35.5rem, (min-width: 40rem) calc(50vw - 2rem), calc(100vw - 2.5rem)'
                  }
                  className="aspect-[4/3] w-full petal"
                />
              </li>
            ))}
          </ul>
        </Container>
      )}
      {(prices.length > 0 || result.error || texts?.venueNote) && (
        <Section aria-label={text.prices}>
          {(prices.length > 0 || result.error) && <Heading>{text.prices}</Heading>}
          {prices.length === 0 && result.error && <LoadFailure title={notLoaded} of={result} />}
          <dl className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3">
            {prices.map(([key, { label, price }]) => {
              const { day, time } = splitPricingLabel(label)
              return (
                <div key={key} className="flex flex-col gap-1 bg-marigold-tint p-4 petal md:p-6">
                  <dt className="font-bold">{day}</dt>
                  <dd className="text-sm text-ink-soft">{time}</dd>
                  <dd className="mt-auto pt-3 font-display text-xl">{formatRupees(price)}</dd>
                </div>
              )
            })}
          </dl>
          {texts?.venueNote && <p className="mt-6 whitespace-pre-line text-ink-soft">{texts.venueNote}</p>}
        </Section>
      )}
    </>
  )
}

function Offer() {
  const texts = useFallbacks()?.texts
  if (!texts?.venueInclusions && !texts?.venueEvents) return null
  return (
    <Section ground="leaf" aria-label={text.included}>
      <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[1.2fr_1fr]">
        {texts.venueInclusions && (
          <div>
            <Heading size="xl">{text.included}</Heading>
            <ul className="mt-4 grid gap-x-8 sm:grid-cols-2">
              {texts.venueInclusions.split('\n').map((item) => (
                <li key={item} className="border-t border-line-strong py-3">
                  {item}
                </li>
              ))}
            </ul>
          </div>
        )}
        {texts.venueEvents && (
          <div>
            <Heading size="xl">{text.suitableFor}</Heading>
            <ul className="mt-4 grid gap-x-8 sm:grid-cols-2">
              {texts.venueEvents.split('\n').map((event) => (
                <li key={event} className="border-t border-line-strong py-3">
                  {event}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Section>
  )
}
