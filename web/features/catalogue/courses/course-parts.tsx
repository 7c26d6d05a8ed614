import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Rating } from '../../../ui/rating.tsx'
import { type CourseFacts, priceText } from './course-facts.ts'

export type AskForSeat = (what: 'enrol' | 'wait', course: CourseFacts) => void

export function EnrolButtons({
  course,
  onAsk,
  label = 'Enroll Now',
}: {
  course: CourseFacts
  onAsk: AskForSeat
  label?: string
}) {
  if (!course.isFull && !course.isClosed) {
    return (
      <Button wide onClick={() => onAsk('enrol', course)} aria-label={`${label}: ${course.title}`}>
        {label}
      </Button>
    )
  }
  const unsold = course.isFull ? 'Join Waitlist' : 'Enrollment closed'
  return (
    <>
      <Button wide disabled aria-label={`${unsold}: ${course.title}`}>
        {unsold}
      </Button>
      {course.isFull && (
        <Button wide variant="outline" onClick={() => onAsk('wait', course)}>
          Tell me when a seat opens
        </Button>
      )}
    </>
  )
}

export function Price({ course, className = 'text-xl' }: { course: CourseFacts; className?: string }) {
  return (
    <>
      <span className={cx('font-display', className)}>{priceText(course.price)}</span>
      {course.originalPrice !== null && (
        <s className="text-ink-soft">
          <span className="sr-only">instead of </span>
          {priceText(course.originalPrice)}
        </s>
      )}
    </>
  )
}

export function RatingInWords({ value }: { value: number }) {
  return (
    <span className="flex items-center gap-2 text-sm text-ink-soft">
      <Rating value={value} />
      <span aria-hidden="true">{value.toFixed(1)}</span>
    </span>
  )
}

export function seatsText({
  capacity,
  enrolled,
  spotsLeft,
  isFull,
}: Pick<CourseFacts, 'capacity' | 'enrolled' | 'spotsLeft' | 'isFull'>): string {
  if (capacity === null || spotsLeft === null) return 'Open to all'
  if (isFull) return `Full, ${capacity} of ${capacity} taken`
  if (spotsLeft <= 3) return spotsLeft === 1 ? 'Only 1 left' : `Only ${spotsLeft} left`
  return `${enrolled} of ${capacity} taken`
}

export function FoldedText({ text, foldAfter }: { text: string; foldAfter: number }) {
  const folds = text.length > foldAfter
  return (
    <div className="text-ink-soft">
      <Foldable name={text} more={folds && 'Read more'}>
        {(isOpen) => <p className={isOpen || !folds ? undefined : 'line-clamp-2'}>{text}</p>}
      </Foldable>
    </div>
  )
}

/** Unfolded texts stay unfolded for visitors who come back to the page. */
const unfolded = new Set<string>()

export function Foldable({
  name,
  more,
  children,
}: {
  name: string
  more: string | false
  children: (isOpen: boolean) => ReactNode
}) {
  const [isOpen, setOpen] = useState(unfolded.has(name))
  return (
    <>
      {children(isOpen)}
      {more && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => {
            unfolded[isOpen ? 'delete' : 'add'](name)
            setOpen(!isOpen)
          }}
          className="link -mx-1 inline-flex min-h-11 items-center px-1 text-sm print:hidden"
        >
          {isOpen ? 'Show less' : more}
        </button>
      )}
    </>
  )
}

export function TopicList({ topics }: { topics: string[] }) {
  return (
    <ul className="mt-1 list-['•'] space-y-1 pl-2 text-sm marker:text-rose-ink">
      {topics.map((topic) => (
        <li key={topic} className="pl-2">
          {topic}
        </li>
      ))}
    </ul>
  )
}
