import { type ReactNode, useState } from 'react'
import { courseCategories } from '../../../../contract/catalogue/course-facts.ts'
import { useCanBePaid, useSchool } from '../../../lib/school.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Rating } from '../../../ui/rating.tsx'
import { type CourseFacts, priceText } from './course-facts.ts'
import * as text from './course-parts.en.ts'

export type AskForSeat = (what: 'enrol' | 'wait', course: CourseFacts) => void

export function EnrolButtons({
  course,
  onAsk,
  label = text.enrollNow,
}: {
  course: CourseFacts
  onAsk: AskForSeat
  label?: string
}) {
  const isPaid = useCanBePaid(Number(course.price))
  if (!course.isFull && !course.isClosed && !isPaid) return <p className="font-bold">{text.notYetPaid}</p>
  if (!course.isFull && !course.isClosed) {
    return (
      <Button
        wide
        onClick={() => onAsk('enrol', course)}
        aria-label={text.buttonFor({ button: label, subject: course.title })}
      >
        {label}
      </Button>
    )
  }
  const unsold = course.isFull ? text.joinWaitlist : text.enrolmentClosed
  return (
    <>
      <Button wide disabled aria-label={text.buttonFor({ button: unsold, subject: course.title })}>
        {unsold}
      </Button>
      {course.isFull && (
        <Button wide variant="outline" onClick={() => onAsk('wait', course)}>
          {text.tellMe}
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
          <span className="sr-only">{text.insteadOf} </span>
          {priceText(course.originalPrice)}
        </s>
      )}
    </>
  )
}

/** The badge of one course names its category in the singular. */
export function CategoryBadges({ of: { category, isPopular } }: { of: CourseFacts }) {
  return (
    <p className="flex flex-wrap gap-2">
      <Badge tone="leaf">{category === courseCategories[1] ? text.workshop : category}</Badge>
      {isPopular && <Badge tone="marigold">{text.popular}</Badge>}
    </p>
  )
}

/** A course without a rating shows the school's `courseRating`, or nothing if the school has none. */
export function RatingInWords({ of }: { of: CourseFacts }) {
  const school = useSchool()
  const value = of.rating ?? school?.courseRating
  if (value == null) return null
  return (
    <span className="flex items-center gap-2 text-sm text-ink-soft">
      <Rating value={value} />
      <span aria-hidden="true">{value.toFixed(1)}</span>
    </span>
  )
}

export function seatsText({
  capacity,
  spotsLeft,
  isFull,
}: Pick<CourseFacts, 'capacity' | 'spotsLeft' | 'isFull'>): string {
  if (capacity === null || spotsLeft === null) return text.noLimit
  if (isFull) return text.allTaken({ capacity })
  return spotsLeft <= 3 ? text.fewLeft({ left: spotsLeft }) : text.left({ left: spotsLeft, capacity })
}

export function FoldedText({ text: whole, foldAfter }: { text: string; foldAfter: number }) {
  const folds = whole.length > foldAfter
  return (
    <div className="text-ink-soft">
      <Foldable name={whole} more={folds && text.readMore}>
        {(isOpen) => <p className={isOpen || !folds ? undefined : 'line-clamp-2'}>{whole}</p>}
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
          className="link -mx-1 -my-2 inline-flex min-h-11 items-center px-1 text-sm print:hidden"
        >
          {isOpen ? text.showLess : more}
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
