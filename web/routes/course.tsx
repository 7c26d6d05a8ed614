import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import type { CourseDetail } from '../../contract/catalogue/courses.ts'
import type { PageHandle } from '../../contract/page.ts'
import { courseFacts } from '../features/catalogue/courses/course-facts.ts'
import * as text from '../features/catalogue/courses/course-page.en.tsx'
import { CoursePage } from '../features/catalogue/courses/course-page.tsx'
import { FavouriteButton, useFavourites } from '../features/store/favourites/favourites.tsx'
import { fallbacksQuery } from '../lib/fallbacks.ts'
import { laterPart } from '../lib/later-part.tsx'
import { usePageAssets } from '../lib/page-context.tsx'
import { isMissing, query } from '../lib/query.ts'
import { LoadFailure } from '../ui/failed-note.tsx'
import { Container } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'
import { useSeatDialogs } from './seat-dialogs.tsx'

const courseQuery = (slug: string) => query('GET /api/courses/:slug', { params: { slug } })

const MissingPage = laterPart(() => import('./not-found.tsx'), null)

export const handle: PageHandle = {
  queries: ({ slug }) => [
    {
      ...courseQuery(slug ?? ''),
      isRequired: true,
      // The course's one URL: its id and its slug in capitals redirect there.
      pathOf: (course: CourseDetail) => `/classes/${encodeURIComponent(course.slug)}`,
    },
    fallbacksQuery(),
  ],
}

export default function Course() {
  const { slug = '' } = useParams()
  const result = useQuery(courseQuery(slug))
  const favourites = useFavourites('course')
  const { ask, dialog } = useSeatDialogs()
  const wasMissing = usePageAssets().missingAt === useLocation().pathname && result.data === undefined
  if (wasMissing || isMissing(result)) return <MissingPage />
  const { data, error } = result
  const note = error && (
    <Container className="pt-6">
      <LoadFailure title={data ? text.outOfDate : text.failed} of={result} />
    </Container>
  )
  if (!data) {
    return note ?? <Awaited label={text.loading} className="py-32" />
  }
  const facts = courseFacts(data)
  return (
    <>
      {note}
      <CoursePage
        facts={facts}
        detail={data}
        onAsk={ask}
        favourite={<FavouriteButton thing={facts} favourites={favourites} />}
      />
      {dialog}
    </>
  )
}
