import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { StudentFeedback } from '../../../../contract/catalogue/feedback.ts'
import { useFallbacks } from '../../../lib/fallbacks.ts'
import { query } from '../../../lib/query.ts'
import { usePrefersReducedMotion } from '../../../lib/use-media.ts'
import { useIsAdmin } from '../../../lib/use-session.ts'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailedNote, LoadFailure } from '../../../ui/failed-note.tsx'
import { Chevron, PauseOrPlay } from '../../../ui/glyphs.tsx'
import { Eyebrow, Heading } from '../../../ui/heading.tsx'
import { Note } from '../../../ui/note.tsx'
import { Rating } from '../../../ui/rating.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { notLoaded } from '../../../ui/ui.en.ts'
import * as text from './testimonials.en.tsx'

const advanceEveryMs = 5_000

type Testimonial = Pick<StudentFeedback, 'student_name' | 'course_name' | 'feedback_text'> & {
  id?: string
  rating: number | string
}

export function Testimonials() {
  const result = useQuery(query('GET /api/Feedback'))
  const isStaff = useIsAdmin()
  const { data, error, isPending } = result
  // Staff also get status notes from this endpoint, and the status notes are left out here.
  const rows = data?.data.filter((row) => row.kind !== 'status') ?? []
  const samples = useFallbacks()?.testimonials ?? []
  const areSamples = error !== null && rows.length === 0 && samples.length > 0
  const shown: Testimonial[] = areSamples ? samples : rows
  const failure = error && (error.message || text.failed)
  if (shown.length === 0 && samples.length === 0 && !isPending && !error)
    return isStaff && <Note>{text.forStaff}</Note>
  return (
    <Section ground="rose" aria-labelledby="testimonials">
      <Eyebrow>{text.eyebrow}</Eyebrow>
      <Heading id="testimonials">{text.heading}</Heading>
      {areSamples ? (
        <FailedNote className="mt-6" title={text.showingSamples} of={result}>
          <span className="text-rose-ink">{failure}</span>
        </FailedNote>
      ) : (
        failure &&
        (shown.length === 0 ? (
          <LoadFailure className="mt-6" title={notLoaded} of={result} />
        ) : (
          <FailedNote tone="error" className="mt-6" title={failure} of={result} />
        ))
      )}
      {isPending && !error ? (
        <div className="mt-10 grid gap-6 lg:grid-cols-3" role="status" aria-label={text.loading}>
          {[0, 1, 2].map((n) => (
            <Skeleton key={n} className="h-56" />
          ))}
        </div>
      ) : shown.length > 0 ? (
        <Carousel rows={shown} />
      ) : (
        !error && <EmptyState title={text.none}>{text.noneLead}</EmptyState>
      )}
    </Section>
  )
}

function Carousel({ rows }: { rows: Testimonial[] }) {
  const strip = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [isHeld, setHeld] = useState(false)
  const [isPaused, setPaused] = useState(false)
  const still = usePrefersReducedMotion()
  const isAlone = rows.length === 1

  function show(index: number) {
    const list = strip.current
    const card = list?.children[(index + rows.length) % rows.length]
    if (list && card instanceof HTMLElement) {
      list.scrollTo({ left: card.offsetLeft - list.offsetLeft, behavior: still ? 'auto' : 'smooth' })
    }
  }
  const advance = useEffectEvent(() => {
    const list = strip.current
    if (list && list.scrollWidth > list.clientWidth + 1) show(current + 1)
  })

  useEffect(() => {
    if (isHeld || isPaused || still) return
    const timer = setInterval(() => advance(), advanceEveryMs)
    return () => clearInterval(timer)
  }, [current, isHeld, isPaused, still])

  function follow() {
    const list = strip.current
    if (!list) return
    const width = (list.scrollWidth - list.clientWidth) / Math.max(1, rows.length - 1)
    setCurrent(width > 0 ? Math.round(list.scrollLeft / width) : 0)
  }

  return (
    <section
      aria-roledescription={text.carousel}
      aria-label={text.testimonials}
      className="mt-10"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ul
        ref={strip}
        // An element that scrolls must be reachable by keyboard, so it is a tab stop.
        tabIndex={isAlone ? undefined : 0}
        onScroll={follow}
        className={
          isAlone
            ? 'max-w-text'
            : '-mx-5 flex snap-x snap-mandatory gap-4 overflow-x-auto px-5 pb-2 [scrollbar-width:none] lg:mx-0 lg:block lg:columns-3 lg:gap-6 lg:overflow-visible lg:px-0'
        }
      >
        {rows.map((row, index) => (
          <Card key={row.id ?? index} row={row} isFirst={index === 0} isAlone={isAlone} />
        ))}
      </ul>
      {!isAlone && (
        <div className="mt-4 flex items-center justify-between gap-2 lg:hidden">
          <IconButton label={text.previous} onClick={() => show(current - 1)}>
            <Chevron back />
          </IconButton>
          <div className="flex min-w-0 flex-wrap justify-center">
            {rows.map((row, index) => (
              <button
                key={row.id ?? index}
                type="button"
                aria-label={text.position({ number: index + 1, total: rows.length })}
                aria-current={index === current || undefined}
                onClick={() => show(index)}
                className="grid h-8 w-6 place-items-center"
              >
                <span
                  className={cx(
                    'size-2.5 rounded-full border border-rose-ink transition-colors',
                    index === current && 'bg-rose-ink',
                  )}
                />
              </button>
            ))}
          </div>
          {!still && (
            <IconButton label={isPaused ? text.play : text.pause} onClick={() => setPaused(!isPaused)}>
              <PauseOrPlay isPaused={isPaused} />
            </IconButton>
          )}
          <IconButton label={text.next} onClick={() => show(current + 1)}>
            <Chevron />
          </IconButton>
        </div>
      )}
    </section>
  )
}

interface CardProps {
  row: Testimonial
  isFirst: boolean
  isAlone: boolean
}

/** Memoised, so that the cards are not rendered again when the carousel moves or after hydration. */
const Card = memo(function Card({ row, isFirst, isAlone }: CardProps) {
  return (
    <li
      className={cx(
        'flex w-full shrink-0 snap-center flex-col gap-4 bg-raised p-6 petal',
        !isAlone && 'break-inside-avoid sm:w-[calc(50%-0.5rem)] lg:mb-6 lg:w-auto',
      )}
    >
      <Rating value={Number(row.rating)} />
      <blockquote className={cx('flex-1', isFirst ? 'font-display text-xl' : 'text-lg')}>
        {row.feedback_text}
      </blockquote>
      <p>
        <span className="block font-bold">{row.student_name}</span>
        <span className="block text-sm text-ink-soft">{row.course_name}</span>
      </p>
    </li>
  )
})
