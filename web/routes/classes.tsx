import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { courseCategories } from '../../contract/catalogue/course-facts.ts'
import { oneOf, type PageHandle } from '../../contract/page.ts'
import { CourseCard } from '../features/catalogue/courses/course-card.tsx'
import { coursesOf, coursesQuery } from '../features/catalogue/courses/course-facts.ts'
import { coursesLd } from '../features/catalogue/courses/course-ld.ts'
import * as text from '../features/catalogue/courses/courses.en.tsx'
import { FavouriteButton, useFavourites } from '../features/store/favourites/favourites.tsx'
import { fallbacksQuery, useFallbacks } from '../lib/fallbacks.ts'
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

// oxlint-disable-next-line malar/text-in-catalogue -- a value of the address
const categories = ['All', ...courseCategories] as const

export const handle: PageHandle = {
  queries: () => [coursesQuery(), fallbacksQuery()],
  searchParams: { category: oneOf(categories.slice(1)) },
}

const shortcuts = [
  {
    category: courseCategories[0],
    title: text.diplomas,
    lead: 'diplomasLead',
    ground: 'bg-leaf-tint',
  },
  {
    category: courseCategories[1],
    title: text.workshops,
    lead: 'workshopsLead',
    ground: 'bg-marigold-tint',
  },
] as const

export default function Classes() {
  const [search] = useSearchParams()
  const result = useQuery(coursesQuery())
  const { data, error, isPending } = result
  const school = useSchool()
  const texts = useFallbacks()?.texts
  const [start, end] = (texts?.classesHeading ?? text.heading).split('\n')
  const [why, choose] = (texts?.reasonsHeading ?? text.whyHeading).split('\n')
  const favourites = useFavourites('course')
  const list = useRef<HTMLElement>(null)
  const { ask, dialog } = useSeatDialogs()

  // oxlint-disable-next-line malar/text-in-catalogue -- a value of the address
  const category = categories.find((one) => one === search.get('category')) ?? 'All'
  const courses = coursesOf(data)
  const ofCategory = (name: string) =>
    name === 'All' ? courses : courses.filter((course) => course.category === name)
  const shown = ofCategory(category)
  // A school of its own shows no category without courses, unless the address names the category.
  const isOffered = (one: string) => school?.isDemonstration !== false || ofCategory(one).length > 0
  const offered = courseCategories.filter(isOffered)
  const hasBoth = offered.length > 1
  const choices = categories.filter((one) => one === 'All' || one === category || isOffered(one))
  const counts = Object.fromEntries(categories.map((one) => [one, ofCategory(one).length]))
  return (
    <>
      <ShareTags title={text.title} description={hasBoth ? text.description : text.lead} path="/classes" />
      {school && <JsonLd facts={import.meta.env.SSR ? () => coursesLd(shown, school) : null} />}
      <Container className="pt-10 md:pt-16">
        <PageHead
          eyebrow={hasBoth ? text.eyebrow : (offered[0] ?? school?.city)}
          lead={texts && (texts.classesLead ?? text.lead)}
        >
          {start} <em>{end}</em>
        </PageHead>
        <div className="mt-8 grid gap-4 empty:hidden sm:grid-cols-2">
          {shortcuts
            .filter(({ category }) => hasBoth && isOffered(category))
            .map(({ category, title, lead, ground }) => (
              <Link
                key={category}
                to={choiceLink(categories, category)}
                preventScrollReset
                onClick={() => list.current?.scrollIntoView()}
                className={`group petal block p-6 no-underline md:p-8 ${ground}`}
              >
                <span className="font-display text-xl group-hover:underline">{title}</span>
                <span className="mt-1 block whitespace-pre-line text-ink-soft">{texts?.[lead]}</span>
              </Link>
            ))}
        </div>
      </Container>
      <Section ref={list} aria-label={text.courses}>
        <h2 className="sr-only">{text.courses}</h2>
        <div className="flex flex-wrap items-center justify-between gap-4">
          {choices.length > 2 && (
            <FilterLinks values={choices} current={category} counts={data ? counts : null} />
          )}
          {data && (
            <p aria-live="polite" className="text-ink-soft">
              {text.available({ count: shown.length })}
            </p>
          )}
        </div>
        {error && <LoadFailure className="mt-6" title={data ? text.outOfDate : text.failed} of={result} />}
        {isPending ? (
          <Awaited label={text.loading} />
        ) : shown.length === 0 ? (
          <EmptyState title={text.noneFound} className="mt-6">
            {data && (category === 'All' ? text.noneAtAll : text.noneOfCategory({ category }))}
          </EmptyState>
        ) : (
          <ul
            className={
              shown.length === 1
                ? 'mt-8'
                : 'mt-8 max-sm:space-y-6 sm:grid sm:grid-cols-2 sm:gap-6 lg:grid-cols-3'
            }
          >
            {shown.map((course, index) => (
              <CourseCard
                key={course.id}
                course={course}
                isFirst={index === 0}
                isAlone={shown.length === 1}
                onAsk={ask}
                favourite={<FavouriteButton thing={course} favourites={favourites} />}
              />
            ))}
          </ul>
        )}
      </Section>
      {texts?.reasons && (
        <Section ground="marigold" aria-labelledby="why">
          <div className="grid gap-10 lg:grid-cols-[1fr_1.8fr] lg:gap-16">
            <Heading id="why">
              {why} <em>{choose}</em>
            </Heading>
            <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
              {texts.reasons.map(({ title, text: lead }, index) => (
                <li key={index} className={index % 2 === 1 ? 'sm:translate-y-8' : undefined}>
                  <h3 className="text-lg">{title}</h3>
                  <p className="mt-1 whitespace-pre-line text-ink-soft">{lead}</p>
                </li>
              ))}
            </ul>
          </div>
        </Section>
      )}
      {dialog}
    </>
  )
}
