import { type RefObject, useEffect, useRef, useState } from 'react'
import { CallOrChat } from '../../../lib/without-scripts.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { type CourseFacts, priceText } from './course-facts.ts'
import { type AskForSeat, EnrolButtons } from './course-parts.tsx'

/** The header covers this much of a small screen. */
const belowHeader = '-112px 0px 0px 0px'

interface EnrolWithBarProps {
  course: CourseFacts
  onAsk: AskForSeat
}

/** Small screens show a bar while the buttons are out of sight; keyboards and screen readers skip the bar. */
export function EnrolWithBar({ course, onAsk }: EnrolWithBarProps) {
  const buttons = useRef<HTMLDivElement>(null)
  const isCloseBy = useIsCloseBy(buttons)
  const isShown = !isCloseBy && (course.isFull || !course.isClosed)
  return (
    <>
      <div ref={buttons} className="flex flex-col gap-3">
        <EnrolButtons course={course} onAsk={onAsk} />
      </div>
      <noscript>
        {import.meta.env.SSR && (
          <p>
            These buttons need JavaScript, which is switched off. To take a seat, please <CallOrChat />.
          </p>
        )}
      </noscript>
      <div
        aria-hidden="true"
        data-bar={isShown ? '' : undefined}
        className={cx(
          'fixed inset-x-0 bottom-0 z-40 flex items-center gap-4 border-t border-line bg-raised px-5 pt-3 transition-[translate,visibility] duration-(--duration-calm) lg:hidden print:hidden',
          'pb-[max(0.75rem,env(safe-area-inset-bottom))]',
          !isShown && 'invisible translate-y-full',
        )}
      >
        <p className="min-w-0 flex-1 text-sm leading-snug">
          <span className="block font-display text-lg">{priceText(course.price)}</span>
          <span className="text-ink-soft">{course.batchText}</span>
        </p>
        <div className="max-w-3/5">
          <Button
            tabIndex={-1}
            // The real button gets the focus, so that the dialog can give it back.
            onPointerDown={(press) => press.preventDefault()}
            onClick={() => {
              const real = buttons.current?.querySelector<HTMLElement>('button:enabled')
              real?.focus({ preventScroll: true })
              real?.click()
            }}
          >
            {course.isFull ? 'Tell me when a seat opens' : 'Enroll Now'}
          </Button>
        </div>
      </div>
    </>
  )
}

/** Tells whether the real buttons or the page's end are on the screen; true until the page is alive. */
function useIsCloseBy(buttons: RefObject<HTMLElement | null>): boolean {
  const [isCloseBy, setCloseBy] = useState(true)
  useEffect(() => {
    const seen = new Set<Element>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) seen[isIntersecting ? 'add' : 'delete'](target)
        setCloseBy(seen.size > 0)
      },
      { rootMargin: belowHeader },
    )
    for (const one of [buttons.current, document.querySelector('main ~ footer > :last-child')])
      if (one) observer.observe(one)
    return () => observer.disconnect()
  }, [buttons])
  return isCloseBy
}
