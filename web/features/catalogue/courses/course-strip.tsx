import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ApiError } from '../../../lib/api.ts'
import { Card } from '../../../ui/card.tsx'
import { FailedNote } from '../../../ui/failed-note.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { coursesOf } from './course-facts.ts'
import { type AskForSeat, EnrolButtons, FoldedText, Price, TopicList } from './course-parts.tsx'

const readMoreAfter = 120
const stripLength = 3

export function CourseStrip({
  result,
  category,
  loadingLabel,
  sentenceOfNone,
  topicsShown,
  buttonLabel,
  onAsk,
}: {
  result: UseQueryResult<unknown, ApiError>
  category: string
  loadingLabel: string
  sentenceOfNone: string
  topicsShown: number
  buttonLabel: string
  onAsk: AskForSeat
}) {
  if (result.isPending && !result.error) return <Loading>{loadingLabel}</Loading>
  if (result.data === undefined && result.error) {
    return (
      <FailedNote className="mt-6" title="The courses could not be loaded." of={result}>
        {result.error.message || 'Please check your connection.'}
      </FailedNote>
    )
  }
  const courses = coursesOf(result.data).filter((course) => course.category === category)
  if (courses.length === 0) return <p className="mt-6 text-lg text-ink-soft">{sentenceOfNone}</p>
  return (
    <ul className="mt-8 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {courses.slice(0, stripLength).map((course) => (
        <Card as="li" key={course.id} className="flex flex-col">
          <Picture
            picture={course.picture}
            alt=""
            sizes="(min-width: 76rem) 23rem, (min-width: 64rem) calc(33vw - 2.3rem), (min-width: 40rem) calc(50vw - 2.5rem), calc(100vw - 2.5rem)"
            className="aspect-[3/2] w-full"
          />
          <div className="flex flex-1 flex-col gap-3 p-5">
            <h3 className="text-lg">
              <Link to={`/classes/${course.slug}`} className="no-underline hover:underline">
                {course.title}
              </Link>
            </h3>
            <FoldedText text={course.description} foldAfter={readMoreAfter} />
            {course.topics.length > 0 && <TopicList topics={course.topics.slice(0, topicsShown)} />}
            <p className="mt-auto flex flex-wrap items-baseline gap-x-3 pt-2">
              <Price course={course} />
              <span className="ml-auto text-sm text-ink-soft">
                {course.capacity === null
                  ? `${course.enrolled} enrolled`
                  : `${course.enrolled}/${course.capacity} enrolled`}
              </span>
            </p>
            <EnrolButtons course={course} label={buttonLabel} onAsk={onAsk} />
          </div>
        </Card>
      ))}
    </ul>
  )
}
