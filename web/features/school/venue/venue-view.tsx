import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { splitPricingLabel } from '../../../../contract/school/pricing-rules.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { useFallbacks } from '../../../lib/fallbacks.ts'
import { query } from '../../../lib/query.ts'
import { useSchool } from '../../../lib/school.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { LoadFailure } from '../../../ui/failed-note.tsx'
import { ArrivalHeading, Eyebrow } from '../../../ui/heading.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Section } from '../../../ui/section.tsx'
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
  return (
    <Section aria-labelledby="venue">
      <Button variant="quiet" size="sm" onClick={() => void navigate('/')}>
        <span aria-hidden="true">←</span> {text.back}
      </Button>
      <div className={picture ? 'mt-4 grid items-start gap-10 lg:grid-cols-[1.1fr_1fr] lg:gap-16' : 'mt-4'}>
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
          <div className="mt-10 grid gap-8 sm:grid-cols-2">
            {texts?.venueInclusions && (
              <div>
                <h2 className="text-lg">{text.included}</h2>
                <ul className="prose mt-3">
                  {texts.venueInclusions.split('\n').map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              </div>
            )}
            {texts?.venueEvents && (
              <div>
                <h2 className="text-lg">{text.suitableFor}</h2>
                <ul className="mt-3 flex flex-wrap gap-2">
                  {texts.venueEvents.split('\n').map((event) => (
                    <li key={event} className="rounded-full bg-leaf-tint px-3 py-1 text-sm text-leaf-ink">
                      {event}
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </div>
        </div>
        {picture && (
          <Picture
            picture={picture}
            alt={picture.alt}
            sizes="(min-width: 76rem) 32.4rem, (min-width: 64rem) calc(47.6vw - 3.8rem), (min-width: 48rem) calc(100vw - 4rem), calc(100vw - 2.5rem)"
            className="aspect-[4/5] w-full arch"
          />
        )}
      </div>
      {more.length > 0 && (
        <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {more.map((one) => (
            <li key={one.base}>
              <Picture
                picture={one}
                alt={one.alt}
                sizes="(min-width: 76rem) 23.5rem, (min-width: 64rem) calc(33vw - 2.3rem), (min-width: 40rem) calc(50vw - 2rem), calc(100vw - 2.5rem)"
                className="aspect-[4/3] w-full petal"
              />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-12 bg-marigold-tint p-6 petal md:p-10">
        {(prices.length > 0 || result.error) && <h2 className="text-xl">{text.prices}</h2>}
        {prices.length === 0 && result.error && <LoadFailure title={notLoaded} of={result} />}
        <dl className="mt-4 divide-y divide-line">
          {prices.map(([key, { label, price }]) => {
            const { day, time } = splitPricingLabel(label)
            return (
              <div
                key={key}
                className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 py-3 sm:grid-cols-[12rem_1fr_auto]"
              >
                <dt className="font-bold">{day}</dt>
                <dd className="text-ink-soft max-sm:col-start-1 max-sm:row-start-2">{time}</dd>
                <dd className="font-display text-lg max-sm:col-start-2 max-sm:row-start-1">
                  {formatRupees(price)}
                </dd>
              </div>
            )
          })}
        </dl>
        {texts?.venueNote && <p className="mt-4 whitespace-pre-line text-ink-soft">{texts.venueNote}</p>}
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
    </Section>
  )
}
