import { useQuery } from '@tanstack/react-query'
import type { PageHandle } from '../../contract/page.ts'
import { grouped } from '../../contract/words.ts'
import { coursesQuery } from '../features/catalogue/courses/course-facts.ts'
import { CourseStrip } from '../features/catalogue/courses/course-strip.tsx'
import { Instructors } from '../features/site/about/instructors.tsx'
import { query, rowsIn, useLogged } from '../lib/query.ts'
import { useSchool } from '../lib/school.ts'
import { ShareTags } from '../lib/share-tags.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Eyebrow, Heading, PageHead } from '../ui/heading.tsx'
import { Picture } from '../ui/picture.tsx'
import { Container, Section } from '../ui/section.tsx'
import { useSeatDialogs } from './seat-dialogs.tsx'

export const handle: PageHandle = {
  queries: () => [query('GET /api/impacts'), query('GET /api/instructors'), coursesQuery()],
}

export default function About() {
  const school = useSchool()
  const courses = useQuery(coursesQuery())
  const { ask, dialog } = useSeatDialogs()
  useLogged(courses.error, 'The courses could not be loaded')

  return (
    <>
      <ShareTags
        title="About us"
        description={`Who teaches at ${school?.name ?? 'Malar'} in ${school?.city ?? 'Chennai'}, and what students learn there.`}
        path="/about"
      />
      <Container className="grid items-center gap-10 py-10 md:py-16 lg:grid-cols-[1.2fr_1fr] lg:gap-16">
        <div>
          <PageHead
            eyebrow={<>About {school?.name}</>}
            lead={`A working studio in ${school?.city} with a school inside it: long tables, good knives, buckets from the morning market, and people who like to explain what their hands do.`}
          >
            Flowers are a craft. <em>We teach it.</em>
          </PageHead>
          <ButtonLink to="/classes" className="mt-7">
            Explore Courses
          </ButtonLink>
        </div>
        <Picture
          picture={school?.pictures.courses}
          alt="The workbench at the school, with flowers and tools"
          eager
          sizes="(min-width: 76rem) 30.9rem, (min-width: 64rem) calc(45.5vw - 3.6rem), (min-width: 48rem) calc(100vw - 4rem), calc(100vw - 2.5rem)"
          className="aspect-[4/3] w-full arch"
        />
      </Container>
      <ImpactNumbers />
      <Instructors />
      <Section ground="leaf" aria-labelledby="diplomas">
        <Eyebrow>For a profession</Eyebrow>
        <Heading id="diplomas">
          Professional <em>Diplomas</em>
        </Heading>
        <CourseStrip
          result={courses}
          category="Diploma Course"
          loadingLabel="Loading diplomas…"
          sentenceOfNone="No professional courses available at the moment."
          topicsShown={3}
          buttonLabel="Enroll Now"
          onAsk={ask}
        />
      </Section>
      <Section aria-labelledby="workshops">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div>
            <Eyebrow>For a weekend</Eyebrow>
            <Heading id="workshops">
              Our <em>Workshops</em>
            </Heading>
          </div>
          <ButtonLink to="/classes" variant="outline">
            View All Workshops
          </ButtonLink>
        </div>
        <CourseStrip
          result={courses}
          category="Workshops"
          loadingLabel="Loading workshops…"
          sentenceOfNone="No Workshops Available"
          topicsShown={2}
          buttonLabel="Join Workshop"
          onAsk={ask}
        />
      </Section>
      {dialog}
    </>
  )
}

const fallbackImpacts = [
  { id: 'students', title: 'Happy Students', value: '5000' },
  { id: 'years', title: 'Years Experience', value: '15' },
  { id: 'classes', title: 'Classes Taught', value: '500' },
  { id: 'flowers', title: 'Flowers Arranged', value: '50000' },
]

/** Turns `50000` into `50,000`, and leaves other text alone. */
function valueText(value: string): string {
  return /^\d+$/.test(value) ? grouped(Number(value)) : value
}

function ImpactNumbers() {
  const { data, error } = useQuery(query('GET /api/impacts'))
  const impacts = rowsIn<(typeof fallbackImpacts)[number]>(data)
  useLogged(error, 'The impact numbers could not be loaded')
  return (
    <Section ground="night" aria-labelledby="impact">
      <p className="mb-2 text-sm font-bold text-marigold">Since the first batch</p>
      <Heading id="impact">
        Our Impact <em>in Numbers</em>
      </Heading>
      <dl className="mt-10 grid grid-cols-2 gap-x-6 gap-y-10 lg:grid-cols-4">
        {(impacts.length > 0 ? impacts : fallbackImpacts).map(({ id, title, value }, index) => (
          <div key={id} className={`flex flex-col-reverse ${index % 2 === 1 ? 'lg:translate-y-8' : ''}`}>
            <dt className="text-on-night-soft">{title}</dt>
            <dd className="font-display text-2xl text-marigold">{valueText(value)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
