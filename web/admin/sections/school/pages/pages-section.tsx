import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { type PageKey, pageKeys, pageNames, pageParts } from '../../../../../contract/school/page-fields.ts'
import type { PageState } from '../../../../../contract/school/pages.ts'
import { momentText } from '../../../../../contract/words.ts'
import { query } from '../../../../lib/query.ts'
import { useSchool } from '../../../../lib/school.ts'
import { Card } from '../../../../ui/card.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { dismissToast, getToast } from '../../../../ui/toast-store.ts'
import { NotLoaded } from '../../../not-loaded.tsx'
import { StateBadge } from '../../../state-badge.tsx'
import { PageBadge } from './page-badge.tsx'
import { PageEditor } from './page-editor.tsx'

const about: Record<PageKey, string> = {
  home: 'Headline, pictures, and the cards of courses and bouquets',
  hall: 'The hall’s pictures, size, what’s included and for which events',
  about: 'Words and picture about the school',
  classes: 'Sentences above the courses, and why choose us',
  store: 'Heading and sentence above the flowers',
  journal: 'Sentence above the posts',
  contact: 'Sentence in the banner',
  footer: 'Line and year at the foot of every page',
  opening: 'What visitors read until the site opens',
  privacy: 'What you keep about people, and for how long',
  terms: 'Terms for orders, delivery and refunds',
  'course-terms': 'Terms that people accept when they enrol',
  'hall-terms': 'Terms for hiring the hall',
}

/** `#pages` shows the list of pages, and `#pages?page=home` opens a page of the list. */
export default function PagesSection() {
  const asked = new URLSearchParams(useLocation().hash.split('?')[1]).get('page')
  const page = pageKeys.find((one) => one === asked)
  const openedBefore = useRef(page)
  // A message about the page that was open before would read as one about this page.
  useEffect(() => {
    const message = getToast()
    if (message && openedBefore.current !== page) dismissToast(message.id)
    openedBefore.current = page
  }, [page])
  return page ? <PageEditor key={page} page={page} /> : <PageList />
}

function PageList() {
  const result = useQuery({ ...query('GET /api/admin/pages'), refetchOnMount: 'always' })
  const school = useSchool()
  if (result.data === undefined)
    return <NotLoaded of={result} title="We couldn’t load the pages" loading="Loading the pages…" />
  const isOff = (page: PageKey) => {
    const part = pageParts[page]
    return part !== undefined && school?.parts[part] === false
  }
  return (
    <ul className="grid gap-3 lg:grid-cols-2">
      {result.data.data.map((state) => (
        <Card
          as="li"
          key={state.page}
          className="relative flex items-center gap-3 p-4 has-[a:hover]:border-leaf-ink"
        >
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h2 className="min-w-0 flex-1 basis-24 text-lg">
                <Link
                  to={`#pages?page=${state.page}`}
                  className="no-underline after:absolute after:inset-0 hover:underline"
                >
                  {pageNames[state.page]}
                </Link>
              </h2>
              {isOff(state.page) && <StateBadge label="Switched off" tone="neutral" />}
              {/* The last line says when a page was published. The badge marks a draft, which waits. */}
              {state.draft && <PageBadge of={state} />}
            </div>
            <p className="text-ink-soft">{about[state.page]}</p>
            <p className="text-sm text-ink-soft empty:hidden">{lastChange(state)}</p>
          </div>
          <Icon of={ChevronRight} className="text-ink-soft" />
        </Card>
      ))}
    </ul>
  )
}

function lastChange({ draft, published }: PageState): string {
  if (draft) return `Draft saved ${momentText(draft.at)}${draft.by ? ` by ${draft.by}` : ''}`
  return published
    ? `Published ${momentText(published.at)}${published.by ? ` by ${published.by}` : ''}`
    : 'Not edited yet'
}
