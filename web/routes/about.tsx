import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { courseCategories } from '../../contract/catalogue/course-facts.ts'
import type { PageHandle } from '../../contract/page.ts'
import type { Fallbacks } from '../../contract/school/fallbacks.ts'
import { grouped } from '../../contract/words.ts'
import { coursesOf, coursesQuery } from '../features/catalogue/courses/course-facts.ts'
import {
  type AskForSeat,
  EnrolButtons,
  FoldedText,
  Price,
  TopicList,
} from '../features/catalogue/courses/course-parts.tsx'
import * as text from '../features/site/about/about.en.tsx'
import { Instructors } from '../features/site/about/instructors.tsx'
import { StaffNote } from '../features/site/about/staff-note.tsx'
import type { ApiError } from '../lib/api.ts'
import { fallbacksQuery, useFallbacks } from '../lib/fallbacks.ts'
import { query, rowsIn, useLogged } from '../lib/query.ts'
import { useSchool } from '../lib/school.ts'
import { ShareTags } from '../lib/share-tags.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { LoadFailure } from '../ui/failed-note.tsx'
import { Eyebrow, Heading, PageHead } from '../ui/heading.tsx'
import { Picture } from '../ui/picture.tsx'
import { Container, Section } from '../ui/section.tsx'
import { Loading } from '../ui/spinner.tsx'
import { notLoaded } from '../ui/ui.en.ts'
import { useSeatDialogs } from './seat-dialogs.tsx'

export const handle: PageHandle = {
  queries: () => [query('GET /api/impacts'), query('GET /api/instructors'), fallbacksQuery(), coursesQuery()],
}

export default function About() {
  const school = useSchool()
  const named = { school: school?.name ?? '', city: school?.city ?? '' }
  const { texts, pictures } = useFallbacks() ?? {}
  const [start, end] = (texts?.aboutHeading ?? text.heading).split('\n')
  const courses = useQuery(coursesQuery())
  const { ask, dialog } = useSeatDialogs()
  useLogged(courses.error, 'The courses could not be loaded')
  /** A school of its own has no section for a category without courses. */
  const hasStrip = (category: string) =>
    school?.isDemonstration !== false ||
    courses.data === undefined ||
    coursesOf(courses.data).some((course) => course.category === category)

  return (
    <>
      <ShareTags title={text.title} description={text.description(named)} path="/about" />
      <Container className="grid items-center gap-10 py-10 md:py-16 lg:grid-cols-[1.2fr_1fr] lg:gap-16">
        <div>
          <PageHead eyebrow={text.eyebrow(named)} lead={texts && (texts.aboutLead ?? text.lead(named))}>
            {start} <em>{end}</em>
          </PageHead>
          <ButtonLink to="/classes" className="mt-7">
            {text.exploreCourses}
          </ButtonLink>
        </div>
        <Picture
          picture={pictures?.aboutPicture[0]}
          alt={pictures?.aboutPicture[0]?.alt ?? ''}
          eager
          sizes="(min-width: 76rem) 30.9rem, (min-width: 64rem) calc(45.5vw - 3.6rem), (min-width: 48rem) calc(100vw - 4rem), calc(100vw - 2.5rem)"
          className="aspect-[4/3] w-full arch"
        />
      </Container>
      <ImpactNumbers />
      <Instructors />
      {hasStrip(courseCategories[0]) && (
        <Section ground="leaf" aria-labelledby="diplomas">
          <Eyebrow>{text.diplomasEyebrow}</Eyebrow>
          <Heading id="diplomas">{text.diplomasHeading}</Heading>
          <CourseStrip
            result={courses}
            category={courseCategories[0]}
            loadingLabel={text.loadingDiplomas}
            sentenceOfNone={text.noDiplomas}
            topicsShown={3}
            buttonLabel={text.enrollNow}
            onAsk={ask}
          />
        </Section>
      )}
      {hasStrip(courseCategories[1]) && (
        <Section aria-labelledby="workshops">
          <div className="flex flex-wrap items-end justify-between gap-4">
            <div>
              <Eyebrow>{text.workshopsEyebrow}</Eyebrow>
              <Heading id="workshops">{text.workshopsHeading}</Heading>
            </div>
            <ButtonLink to="/classes" variant="outline">
              {text.viewAllWorkshops}
            </ButtonLink>
          </div>
          <CourseStrip
            result={courses}
            category={courseCategories[1]}
            loadingLabel={text.loadingWorkshops}
            sentenceOfNone={text.noWorkshops}
            topicsShown={2}
            buttonLabel={text.joinWorkshop}
            onAsk={ask}
          />
        </Section>
      )}
      {dialog}
    </>
  )
}

function valueText(value: string): string {
  return /^\d+$/.test(value) ? grouped(Number(value)) : value
}

function ImpactNumbers() {
  const result = useQuery(query('GET /api/impacts'))
  const own = rowsIn<Fallbacks['impacts'][number]>(result.data)
  const fallbacks = useFallbacks()
  const impacts = own.length > 0 ? own : (fallbacks?.impacts ?? [])
  useLogged(result.error, 'The impact numbers could not be loaded')
  if (impacts.length === 0 && !result.error) return <StaffNote>{text.impactsForStaff}</StaffNote>
  return (
    <Section ground="night" aria-labelledby="impact">
      {fallbacks?.texts.impactEyebrow && (
        <p className="mb-2 text-sm font-bold text-marigold">{fallbacks.texts.impactEyebrow}</p>
      )}
      <Heading id="impact">{text.impactHeading}</Heading>
      {impacts.length === 0 && <LoadFailure className="mt-6" title={notLoaded} of={result} />}
      <dl className="mt-10 grid grid-cols-2 gap-x-6 gap-y-10 lg:grid-cols-4">
        {impacts.map(({ id, title, value }, index) => (
          <div key={id} className={`flex flex-col-reverse ${index % 2 === 1 ? 'lg:translate-y-8' : ''}`}>
            <dt className="text-on-night-soft">{title}</dt>
            <dd className="font-display text-2xl text-marigold">{valueText(value)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

const readMoreAfter = 120
const stripLength = 3

function CourseStrip({
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
    return <LoadFailure className="mt-6" title={text.coursesFailed} of={result} />
  }
  const courses = coursesOf(result.data).filter((course) => course.category === category)
  if (courses.length === 0) return <p className="mt-6 text-lg text-ink-soft">{sentenceOfNone}</p>
  const isAlone = courses.length === 1
  return (
    <ul className={isAlone ? 'mt-8' : 'mt-8 grid gap-6 sm:grid-cols-2 lg:grid-cols-3'}>
      {courses.slice(0, stripLength).map((course) => (
        <Card as="li" key={course.id} className={isAlone ? 'grid md:grid-cols-2' : 'flex flex-col'}>
          <Picture
            picture={course.picture}
            alt=""
            sizes={
              isAlone
                ? '(min-width: 76rem) 36rem, (min-width: 48rem) calc(50vw - 2rem), calc(100vw - 2.5rem)'
                : '(min-width: 76rem) 23rem, (min-width: 64rem) calc(33vw - 2.3rem), (min-width: 40rem) calc(50vw - 2.5rem), calc(100vw - 2.5rem)'
            }
            className={isAlone ? 'aspect-[3/2] size-full' : 'aspect-[3/2] w-full'}
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
                {text.enrolled({ count: course.enrolled, capacity: course.capacity })}
              </span>
            </p>
            <EnrolButtons course={course} label={buttonLabel} onAsk={onAsk} />
          </div>
        </Card>
      ))}
    </ul>
  )
}
