import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { useSchool } from '../../../lib/school.ts'
import { layOutWhenQuiet } from '../../../lib/when-quiet.ts'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Picture } from '../../../ui/picture.tsx'
import type { CourseFacts } from './course-facts.ts'
import * as shared from './course-parts.en.ts'
import {
  type AskForSeat,
  CategoryBadges,
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
    <Card as="li" className={isAlone ? 'grid md:grid-cols-2' : 'flex flex-col'} aria-labelledby={title}>
      <div className="relative">
        <Link to={`/classes/${course.slug}`} tabIndex={-1} aria-hidden="true">
          <Picture
            picture={course.picture}
            alt=""
            eager={isFirst}
            sizes={isAlone ? sizesAlone : sizes}
            className={cx(
              'aspect-[3/2] w-full',
              isAlone && 'md:absolute md:inset-0 md:aspect-auto md:size-full',
            )}
          />
        </Link>
        <span className="absolute top-3 right-3">{favourite}</span>
      </div>
      <div
        ref={layOutWhenQuiet}
        className="later flex flex-1 flex-col gap-3 p-4 [--later-height:28rem] md:p-5"
      >
        <CategoryBadges of={course} />
        <div>
          <h3 id={title} className="text-xl">
            <Link
              to={`/classes/${course.slug}`}
              className="-my-2 inline-block max-w-full py-2 no-underline hover:underline"
            >
              {course.title}
            </Link>
          </h3>
          <RatingInWords of={course} />
        </div>
        <FoldedText text={course.description} foldAfter={isAlone ? 2 * readMoreAfter : readMoreAfter} />
        <Facts
          className="grid-cols-[5.5rem_1fr] text-sm [&>:first-child>dd]:font-bold"
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
        <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
          <p className="flex flex-col leading-tight">
            <Price course={course} />
          </p>
          <div className={cx('flex grow flex-col gap-2', course.isFull && 'w-full')}>
            <EnrolButtons course={course} onAsk={onAsk} />
          </div>
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
