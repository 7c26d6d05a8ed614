import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { oneOf, type PageHandle } from '../../contract/page.ts'
import { counted } from '../../contract/words.ts'
import {
  type Category,
  CategoryFilter,
  categories,
  categoryLink,
  categoryOf,
} from '../features/courses/category-filter.tsx'
import { CourseCard } from '../features/courses/course-card.tsx'
import { coursesOf, coursesQuery } from '../features/courses/courses-query.ts'
import { WhyChooseUs } from '../features/courses/why-choose-us.tsx'
import { FavouriteButton } from '../features/favourites/favourite-button.tsx'
import { useFavourites } from '../features/favourites/use-favourites.ts'
import { ShareTags } from '../lib/share-tags.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailedNote } from '../ui/failed-note.tsx'
import { Eyebrow, Heading } from '../ui/heading.tsx'
import { Container, Section } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'
import { useSeatDialogs } from './seat-dialogs.tsx'

export const handle: PageHandle = {
  queries: () => [coursesQuery()],
  searchParams: { category: oneOf(categories.filter((one) => one !== 'All')) },
}

export default function Classes() {
  const [search] = useSearchParams()
  const result = useQuery(coursesQuery())
  const { data, error, isPending } = result
  const favourites = useFavourites()
  const list = useRef<HTMLElement>(null)
  const dialogs = useSeatDialogs()

  const category = categoryOf(search)
  const courses = coursesOf(data)
  const shown = category === 'All' ? courses : courses.filter((course) => course.category === category)
  const counts = Object.fromEntries(
    categories.map((one) => [
      one,
      one === 'All' ? courses.length : courses.filter((c) => c.category === one).length,
    ]),
  ) as Record<Category, number>
  return (
    <>
      <ShareTags
        title="Our Courses"
        description="Diploma courses and weekend workshops in floral design: dates, seats, fees and what you will learn."
        path="/classes"
      />
      <Container className="pt-10 md:pt-16">
        <Eyebrow>Diplomas and workshops</Eyebrow>
        <Heading level={1}>
          Our <em>Courses</em>
        </Heading>
        <p className="mt-4 max-w-text text-lg text-ink-soft">
          Learn floral design at the bench, in small batches, with fresh flowers from the morning market.
        </p>
        <div className="mt-8 grid gap-4 sm:grid-cols-2">
          <Shortcut
            category="Diploma Course"
            title="Diploma Courses"
            text="For a profession: weeks of practice, from mechanics to weddings."
            ground="bg-leaf-tint"
            onChoose={() => list.current?.scrollIntoView()}
          />
          <Shortcut
            category="Workshops"
            title="Workshops"
            text="For a weekend: one subject, done well, to take home."
            ground="bg-marigold-tint"
            onChoose={() => list.current?.scrollIntoView()}
          />
        </div>
      </Container>
      <Section ref={list} aria-label="Courses">
        <h2 className="sr-only">Courses</h2>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <CategoryFilter current={category} counts={isPending ? null : counts} />
          {!isPending && (
            <p aria-live="polite" className="text-ink-soft">
              {counted(shown.length, 'Course')} Available
            </p>
          )}
        </div>
        {error && (
          <FailedNote
            className="mt-6"
            title={data ? 'These courses may be out of date.' : 'The courses could not be loaded.'}
            of={result}
          >
            {error.message || 'Please check your connection.'}
          </FailedNote>
        )}
        {isPending ? (
          <Awaited label="Loading courses" />
        ) : shown.length === 0 ? (
          <EmptyState title="No courses found" className="mt-6">
            {category === 'All'
              ? 'No courses are currently available.'
              : `No ${category} level courses available.`}
          </EmptyState>
        ) : (
          <ul className="mt-8 max-sm:space-y-6 sm:grid sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
            {shown.map((course, index) => (
              <CourseCard
                key={course.id}
                course={course}
                isFirst={index === 0}
                onEnrol={() => dialogs.ask('enrol', course)}
                onWait={() => dialogs.ask('wait', course)}
                favourite={
                  <FavouriteButton
                    title={course.title}
                    isOn={favourites.has(course.id)}
                    onToggle={() => favourites.toggle(course.id)}
                  />
                }
              />
            ))}
          </ul>
        )}
      </Section>
      <WhyChooseUs />
      {dialogs.element}
    </>
  )
}

function Shortcut({
  category,
  title,
  text,
  ground,
  onChoose,
}: {
  category: Category
  title: string
  text: string
  ground: string
  onChoose: () => void
}) {
  return (
    <Link
      to={categoryLink(category)}
      preventScrollReset
      onClick={onChoose}
      className={`group petal block p-6 no-underline md:p-8 ${ground}`}
    >
      <span className="font-display text-xl group-hover:underline">{title}</span>
      <span className="mt-1 block text-ink-soft">{text}</span>
    </Link>
  )
}
