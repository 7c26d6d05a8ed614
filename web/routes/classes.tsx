import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { courseCategories } from '../../contract/catalogue/course-facts.ts'
import { oneOf, type PageHandle } from '../../contract/page.ts'
import { CourseCard } from '../features/catalogue/courses/course-card.tsx'
import { type CourseFacts, coursesOf, coursesQuery } from '../features/catalogue/courses/course-facts.ts'
import { CourseFilter } from '../features/catalogue/courses/course-filter.tsx'
import { coursesLd } from '../features/catalogue/courses/course-ld.ts'
import { choiceIn, found, searchOf } from '../features/catalogue/courses/course-search.ts'
import * as text from '../features/catalogue/courses/courses.en.tsx'
import { FavouriteButton, useFavourites } from '../features/store/favourites/favourites.tsx'
import { fallbacksQuery, useFallbacks } from '../lib/fallbacks.ts'
import { JsonLd } from '../lib/json-ld.tsx'
import { useSchool } from '../lib/school.ts'
import { ShareTags } from '../lib/share-tags.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/failed-note.tsx'
import { Heading, PageHead } from '../ui/heading.tsx'
import { Picture } from '../ui/picture.tsx'
import { Container, Section } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'
import { useSeatDialogs } from './seat-dialogs.tsx'

export const handle: PageHandle = {
  queries: () => [coursesQuery(), fallbacksQuery()],
  searchParams: { category: oneOf(courseCategories), q: (value) => value.trim() || null },
  isKept: (search) => choiceIn(search).q === '',
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
  const favourites = useFavourites('course')
  const list = useRef<HTMLElement>(null)
  const { ask, dialog } = useSeatDialogs()

  const choice = choiceIn(search)
  const courses = coursesOf(data)
  const matching = found(courses, choice.q)
  const ofCategory = (name: string) => matching.filter(({ category }) => name === '' || category === name)
  const shown = ofCategory(choice.category)
  // A school of its own shows no category without courses, unless the address names the category.
  const isOffered = (one: string) =>
    school?.isDemonstration !== false || courses.some(({ category }) => category === one)
  const offered = courseCategories.filter(isOffered)
  const hasBoth = offered.length > 1
  const choices = courseCategories.filter((one) => one === choice.category || isOffered(one))
  const hasChoice = choices.length > 1
  const counts = Object.fromEntries(['', ...courseCategories].map((one) => [one, ofCategory(one).length]))
  return (
    <>
      <ShareTags title={text.title} description={hasBoth ? text.description : text.lead} path="/classes" />
      {choice.q && <meta name="robots" content="noindex" />}
      {school && <JsonLd facts={import.meta.env.SSR ? () => coursesLd(shown, school) : null} />}
      <Container className="grid items-end gap-x-14 gap-y-6 pt-8 md:pt-14 lg:grid-cols-[1.2fr_1fr]">
        <div>
          <PageHead
            eyebrow={hasBoth ? text.eyebrow : (offered[0] ?? school?.city)}
            lead={texts && (texts.classesLead ?? text.lead)}
          >
            {start} <em>{end}</em>
          </PageHead>
        </div>
        {hasBoth && (
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 lg:grid-cols-1">
            {shortcuts.map((shortcut) => (
              <Shortcut
                key={shortcut.category}
                {...shortcut}
                lead={texts?.[shortcut.lead]}
                picture={courses.find(({ category }) => category === shortcut.category)?.picture}
                onPress={() => list.current?.scrollIntoView()}
              />
            ))}
          </div>
        )}
      </Container>
      <Section ref={list} aria-label={text.courses} className="pt-8! md:pt-10!">
        <h2 className="sr-only">{text.courses}</h2>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          {(hasChoice || courses.length > 1) && (
            <CourseFilter
              choice={choice}
              categories={hasChoice ? choices : []}
              counts={data ? counts : null}
            />
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
          <EmptyState
            title={text.noneFound}
            className="mt-6"
            action={
              (choice.q || choice.category) &&
              courses.length > 0 && (
                <Link to={{ search: '' }} preventScrollReset className={buttonClass({ variant: 'outline' })}>
                  {text.showAll}
                </Link>
              )
            }
          >
            {data &&
              (choice.q && courses.length > 0
                ? text.noMatch({ words: choice.q })
                : choice.category === ''
                  ? text.noneAtAll
                  : text.noneOfCategory(choice))}
          </EmptyState>
        ) : (
          <ul
            className={
              courses.length === 1
                ? 'mt-6'
                : 'mt-6 max-sm:space-y-6 sm:grid sm:grid-cols-2 sm:gap-6 lg:grid-cols-3'
            }
          >
            {shown.map((course, index) => (
              <CourseCard
                key={course.id}
                course={course}
                isFirst={index === 0}
                isAlone={courses.length === 1}
                onAsk={ask}
                favourite={<FavouriteButton thing={course} favourites={favourites} />}
              />
            ))}
          </ul>
        )}
      </Section>
      <Reasons />
      {dialog}
    </>
  )
}

interface ShortcutProps {
  category: string
  title: string
  lead: string | null | undefined
  picture: CourseFacts['picture'] | undefined
  ground: string
  onPress: () => void
}

/** A phone has no room for the lead and the picture. */
function Shortcut({ category, title, lead, picture, ground, onPress }: ShortcutProps) {
  return (
    <Link
      to={{ search: searchOf({ category, q: '' }) }}
      preventScrollReset
      onClick={onPress}
      className={`group petal flex items-center gap-2 p-2 no-underline sm:gap-4 sm:p-5 ${ground}`}
    >
      <Picture
        picture={picture}
        alt=""
        sizes="4rem"
        eager="beside"
        className="size-16 shrink-0 rounded-full max-sm:hidden"
      />
      <span className="min-w-0">
        <span className="block text-sm font-bold leading-tight group-hover:underline">{title}</span>
        <span className="mt-1 block text-sm leading-tight whitespace-pre-line text-ink-soft max-sm:hidden">
          {lead}
        </span>
      </span>
    </Link>
  )
}

function Reasons() {
  const texts = useFallbacks()?.texts
  const [why, choose] = (texts?.reasonsHeading ?? text.whyHeading).split('\n')
  if (!texts?.reasons) return null
  return (
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
  )
}
