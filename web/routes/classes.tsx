import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { oneOf, type PageHandle } from '../../contract/page.ts'
import { counted } from '../../contract/words.ts'
import { CourseCard } from '../features/catalogue/courses/course-card.tsx'
import { coursesOf, coursesQuery } from '../features/catalogue/courses/course-facts.ts'
import { coursesLd } from '../features/catalogue/courses/course-ld.ts'
import { FavouriteButton, useFavourites } from '../features/store/favourites/favourites.tsx'
import { JsonLd } from '../lib/json-ld.tsx'
import { useSchool } from '../lib/school.ts'
import { ShareTags } from '../lib/share-tags.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/failed-note.tsx'
import { choiceLink, FilterLinks } from '../ui/filter-links.tsx'
import { Heading, PageHead } from '../ui/heading.tsx'
import { Container, Section } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'
import { useSeatDialogs } from './seat-dialogs.tsx'

const categories = ['All', 'Diploma Course', 'Workshops'] as const

export const handle: PageHandle = {
  queries: () => [coursesQuery()],
  searchParams: { category: oneOf(categories.slice(1)) },
}

const shortcuts = [
  {
    category: 'Diploma Course',
    title: 'Diploma Courses',
    text: 'For a profession: weeks of practice, from mechanics to weddings.',
    ground: 'bg-leaf-tint',
  },
  {
    category: 'Workshops',
    title: 'Workshops',
    text: 'For a weekend: one subject, done well, to take home.',
    ground: 'bg-marigold-tint',
  },
]

export default function Classes() {
  const [search] = useSearchParams()
  const result = useQuery(coursesQuery())
  const { data, error, isPending } = result
  const school = useSchool()
  const favourites = useFavourites('course')
  const list = useRef<HTMLElement>(null)
  const { ask, dialog } = useSeatDialogs()

  const category = categories.find((one) => one === search.get('category')) ?? 'All'
  const courses = coursesOf(data)
  const ofCategory = (name: string) =>
    name === 'All' ? courses : courses.filter((course) => course.category === name)
  const shown = ofCategory(category)
  const counts = Object.fromEntries(categories.map((one) => [one, ofCategory(one).length]))
  return (
    <>
      <ShareTags
        title="Our Courses"
        description="Diploma courses and weekend workshops in floral design: dates, seats, fees and what you will learn."
        path="/classes"
      />
      {school && <JsonLd facts={import.meta.env.SSR ? () => coursesLd(shown, school) : null} />}
      <Container className="pt-10 md:pt-16">
        <PageHead
          eyebrow="Diplomas and workshops"
          lead="Learn floral design at the bench, in small batches, with fresh flowers from the morning market."
        >
          Our <em>Courses</em>
        </PageHead>
        <div className="mt-8 grid gap-4 sm:grid-cols-2">
          {shortcuts.map(({ category, title, text, ground }) => (
            <Link
              key={category}
              to={choiceLink(categories, category)}
              preventScrollReset
              onClick={() => list.current?.scrollIntoView()}
              className={`group petal block p-6 no-underline md:p-8 ${ground}`}
            >
              <span className="font-display text-xl group-hover:underline">{title}</span>
              <span className="mt-1 block text-ink-soft">{text}</span>
            </Link>
          ))}
        </div>
      </Container>
      <Section ref={list} aria-label="Courses">
        <h2 className="sr-only">Courses</h2>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <FilterLinks values={categories} current={category} counts={data ? counts : null} />
          {data && (
            <p aria-live="polite" className="text-ink-soft">
              {counted(shown.length, 'Course')} Available
            </p>
          )}
        </div>
        {error && (
          <LoadFailure
            className="mt-6"
            title={data ? 'These courses may be out of date.' : 'The courses could not be loaded.'}
            of={result}
          />
        )}
        {isPending ? (
          <Awaited label="Loading courses" />
        ) : shown.length === 0 ? (
          <EmptyState title="No courses found" className="mt-6">
            {data &&
              (category === 'All'
                ? 'No courses are currently available.'
                : `No ${category} level courses available.`)}
          </EmptyState>
        ) : (
          <ul className="mt-8 max-sm:space-y-6 sm:grid sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
            {shown.map((course, index) => (
              <CourseCard
                key={course.id}
                course={course}
                isFirst={index === 0}
                onAsk={ask}
                favourite={<FavouriteButton thing={course} favourites={favourites} />}
              />
            ))}
          </ul>
        )}
      </Section>
      <Section ground="marigold" aria-labelledby="why">
        <div className="grid gap-10 lg:grid-cols-[1fr_1.8fr] lg:gap-16">
          <Heading id="why">
            Why <em>Choose Us</em>
          </Heading>
          <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
            {reasons.map(({ title, text }, index) => (
              <li key={title} className={index % 2 === 1 ? 'sm:translate-y-8' : undefined}>
                <h3 className="text-lg">{title}</h3>
                <p className="mt-1 text-ink-soft">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </Section>
      {dialog}
    </>
  )
}

const reasons = [
  {
    title: 'Expert Instructors',
    text: 'Florists who still work weddings and hotels, and teach what held up last Sunday.',
  },
  {
    title: 'Hands-On Training',
    text: 'You tie, wire and build from the first hour. Flowers and tools are on your bench.',
  },
  {
    title: 'Industry Recognition',
    text: 'Our diploma opens doors at studios, hotels and event houses across the south.',
  },
  {
    title: 'Passionate Community',
    text: 'Graduates share work, market tips and hands for big days, long after the course.',
  },
]
