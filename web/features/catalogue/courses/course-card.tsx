import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { useSchool } from '../../../lib/school.ts'
import { layOutWhenQuiet } from '../../../lib/when-quiet.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Picture } from '../../../ui/picture.tsx'
import type { CourseFacts } from './course-facts.ts'
import * as shared from './course-parts.en.ts'
import {
  type AskForSeat,
  EnrolButtons,
  Foldable,
  FoldedText,
  Price,
  RatingInWords,
  seatsText,
  TopicList,
} from './course-parts.tsx'
import * as text from './courses.en.tsx'

const sizes =
  '(min-width: 76rem) 23rem, (min-width: 64rem) calc(33vw - 2.3rem), (min-width: 40rem) calc(50vw - 2.5rem), calc(100vw - 2.5rem)'
const sizesAlone = '(min-width: 76rem) 36rem, (min-width: 48rem) calc(50vw - 2rem), calc(100vw - 2.5rem)'

const readMoreAfter = 100
const topicsFolded = 2

interface CourseCardProps {
  course: CourseFacts
  isFirst: boolean
  /** The only card of a list fills the width, with its picture beside its text. */
  isAlone: boolean
  onAsk: AskForSeat
  favourite?: ReactNode
}

export function CourseCard({ course, isFirst, isAlone, onAsk, favourite }: CourseCardProps) {
  const title = useId()
  return (
    <Card as="li" className={isAlone ? 'grid md:grid-cols-2' : 'sm:flex sm:flex-col'} aria-labelledby={title}>
      <div className="relative">
        <Link to={`/classes/${course.slug}`} tabIndex={-1} aria-hidden="true">
          <Picture
            picture={course.picture}
            alt=""
            eager={isFirst}
            sizes={isAlone ? sizesAlone : sizes}
            className={cx(
              'aspect-[4/3] w-full',
              isAlone && 'md:absolute md:inset-0 md:aspect-auto md:size-full',
            )}
          />
        </Link>
        <div className="pointer-events-none absolute inset-x-3 top-3 flex items-start justify-between gap-2">
          <span className="flex min-w-0 flex-wrap gap-2">
            {course.isPopular && <Badge tone="marigold">{shared.popular}</Badge>}
            <Badge tone="leaf">{course.category}</Badge>
          </span>
          <span className="pointer-events-auto shrink-0">{favourite}</span>
        </div>
      </div>
      <div
        ref={layOutWhenQuiet}
        className="later space-y-4 p-5 [--later-height:38rem] sm:flex sm:flex-1 sm:flex-col"
      >
        <div>
          <RatingInWords of={course} />
          <h3 id={title} className="mt-1 text-xl">
            <Link
              to={`/classes/${course.slug}`}
              className="-my-2 inline-block max-w-full py-2 no-underline hover:underline"
            >
              {course.title}
            </Link>
          </h3>
        </div>
        <FoldedText text={course.description} foldAfter={isAlone ? 2 * readMoreAfter : readMoreAfter} />
        <Facts
          className="grid-cols-[5.5rem_1fr] gap-y-1 text-sm [&>:first-child>dd]:font-bold"
          facts={[
            [
              shared.nextBatch,
              <span key="next">
                {course.batchText} <span className="inline-block font-normal">{laterDatesText(course)}</span>
              </span>,
            ],
            [shared.duration, shared.durationAndSessions(course)],
            [shared.seats, seatsText(course)],
          ]}
        />
        <Topics of={course} />
        <div className="mt-auto space-y-3 pt-2">
          <p>
            <Price course={course} className="mr-3 text-xl" />
          </p>
          <EnrolButtons course={course} onAsk={onAsk} />
        </div>
      </div>
    </Card>
  )
}

function Topics({ of: { topics } }: { of: CourseFacts }) {
  const noTopics = useSchool()?.noTopics
  if (topics.length === 0 && !noTopics) return null
  return (
    <div>
      <p className="text-sm font-bold">{shared.whatYouLearn}</p>
      {topics.length === 0 ? (
        <p className="text-sm text-ink-soft">{noTopics}</p>
      ) : (
        <Foldable
          name={topics.join()}
          more={topics.length > topicsFolded && text.moreTopics({ count: topics.length - topicsFolded })}
        >
          {(isOpen) => <TopicList topics={isOpen ? topics : topics.slice(0, topicsFolded)} />}
        </Foldable>
      )}
    </div>
  )
}

export function laterDatesText({ batch, batches }: CourseFacts): string {
  const later = batches.filter(({ state, date }) => state === 'open' && date !== null && date > batch).length
  return later === 0 ? '' : text.laterDates({ count: later })
}
