import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import type { Post } from '../../contract/site/journal.ts'
import * as text from '../features/site/journal/journal.en.tsx'
import {
  JournalPage,
  PostPage,
  postsQuery,
  type Tag,
  tagPath,
} from '../features/site/journal/journal-pages.tsx'
import { fallbacksQuery } from '../lib/fallbacks.ts'
import { laterPart } from '../lib/later-part.tsx'
import { usePageAssets } from '../lib/page-context.tsx'
import { isMissing, query } from '../lib/query.ts'
import { LoadFailure } from '../ui/failed-note.tsx'
import { Container } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'
import { PartPage } from './parts/part-page.tsx'

const postQuery = (slug: string) => query('GET /api/blog/:slug', { params: { slug } })

const MissingPage = laterPart(() => import('./not-found.tsx'), null)

export const handle: PageHandle = {
  part: 'journal',
  queries: ({ slug, tag }) =>
    slug === undefined
      ? [{ ...postsQuery({ tag }), isRequired: true, pathOf: pathOfPosts }, fallbacksQuery()]
      : [{ ...postQuery(slug), isRequired: true, pathOf: pathOfPost }],
}

/** A tag's one URL: other spellings of the tag redirect there. */
const pathOfPosts = ({ tag }: { tag: Tag | null }) => (tag === null ? '/blog' : tagPath(tag))

/** A post's one URL: its earlier slugs redirect there. */
const pathOfPost = (post: Post) => `/blog/${post.slug}`

/** The URLs of the journal share this one file, so that their common code is not part of other pages. */
export default function Journal() {
  return (
    <PartPage part="journal">
      <TheJournal />
    </PartPage>
  )
}

function TheJournal() {
  const { slug, tag } = useParams()
  return slug === undefined ? (
    <JournalPage key={tag} tag={tag} missing={<MissingPage />} />
  ) : (
    <OnePost slug={slug} />
  )
}

function OnePost({ slug }: { slug: string }) {
  const result = useQuery(postQuery(slug))
  const wasMissing = usePageAssets().missingAt === useLocation().pathname && result.data === undefined
  if (wasMissing || isMissing(result)) return <MissingPage />
  const { data, error } = result
  const note = error && (
    <Container className="pt-6">
      <LoadFailure title={data ? text.postOutOfDate : text.postFailed} of={result} />
    </Container>
  )
  if (!data) return note ?? <Awaited label={text.loadingPost} className="py-32" />
  return (
    <>
      {note}
      <PostPage post={data} />
    </>
  )
}
