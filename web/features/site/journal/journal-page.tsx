import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { JsonLd } from '../../../lib/json-ld.tsx'
import { usePageAssets } from '../../../lib/page-context.tsx'
import { isMissing, query } from '../../../lib/query.ts'
import { useSchool } from '../../../lib/school.ts'
import { ShareTags } from '../../../lib/share-tags.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailedNote } from '../../../ui/failed-note.tsx'
import { PageHead } from '../../../ui/heading.tsx'
import { Container } from '../../../ui/section.tsx'
import { Awaited } from '../../../ui/spinner.tsx'
import { PostCard, TagLinks, tagPath } from './post-card.tsx'
import { journalLd } from './post-ld.ts'

/** The list without tag and cursor has no query, because that is the answer that the server keeps. */
export const postsQuery = (asked: { tag?: string | undefined; cursor?: string }) =>
  asked.tag === undefined && asked.cursor === undefined
    ? query('GET /api/blog')
    : query('GET /api/blog', { query: asked })

const grid = 'mt-8 grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3'

export function JournalPage({ tag, missing }: { tag?: string | undefined; missing: ReactNode }) {
  const school = useSchool()
  const result = useQuery(postsQuery({ tag }))
  const { data, error, isPending } = result
  const wasMissing = usePageAssets().missingAt === useLocation().pathname && data === undefined
  if (wasMissing || isMissing(result)) return missing
  const name = data?.tag?.name ?? tag
  const posts = data?.data ?? []
  return (
    <Container className="py-10 md:py-16">
      <ShareTags
        title={name === undefined ? 'Journal' : `${name} in the journal`}
        description={`Notes on flowers, markets and festivals by those who teach at ${school?.name ?? 'Malar'} in ${school?.city ?? 'Chennai'}.`}
        path={data?.tag ? tagPath(data.tag) : '/blog'}
      />
      <link rel="alternate" type="application/rss+xml" title="The journal" href="/blog/feed.xml" />
      {school && <JsonLd facts={import.meta.env.SSR ? () => journalLd(posts, school) : null} />}
      <PageHead
        eyebrow="The journal"
        lead="What we learn between the market at five and the last bucket at night, written down by those who teach here."
      >
        {name === undefined ? (
          <>
            Notes from the <em>flower bench</em>
          </>
        ) : (
          <>
            On <em>{name}</em>
          </>
        )}
      </PageHead>
      <div className="mt-8">
        <TagLinks tags={data?.tags ?? []} chosen={data?.tag?.key} />
      </div>
      {error && (
        <FailedNote
          className="mt-6"
          title={data ? 'These posts may be out of date.' : 'The journal could not be loaded.'}
          of={result}
        >
          {error.message || 'Please check your connection.'}
        </FailedNote>
      )}
      {isPending ? (
        <Awaited label="Loading the journal" />
      ) : posts.length === 0 ? (
        !error && (
          <EmptyState title="Nothing is written yet" className="mt-6">
            The first post is on its way.
          </EmptyState>
        )
      ) : (
        <>
          <ul className={grid}>
            {posts.map((post, index) => (
              <PostCard key={post.id} post={post} isFirst={index === 0} />
            ))}
          </ul>
          {data?.next && <OlderPosts key={data.next} tag={tag} cursor={data.next} />}
          <p className="mt-12 border-t border-line pt-4 text-ink-soft print:hidden">
            New posts reach you by{' '}
            <a href="/blog/feed.xml" className="link inline-flex min-h-11 items-center">
              our feed
            </a>
            , in any reader of RSS.
          </p>
        </>
      )}
    </Container>
  )
}

function OlderPosts({ tag, cursor }: { tag: string | undefined; cursor: string }) {
  const [isOpen, setOpen] = useState(false)
  const result = useQuery({ ...postsQuery({ tag, cursor }), enabled: isOpen })
  const { data, error, isFetching } = result
  if (data === undefined) {
    return (
      <div className="mt-12 text-center">
        {error && (
          <p role="alert" className="mb-3 text-rose-ink">
            {error.message || 'The older posts could not be loaded. Please check your connection.'}
          </p>
        )}
        <Button
          variant="outline"
          busy={isFetching && 'Loading…'}
          onClick={() => (isOpen ? void result.refetch() : setOpen(true))}
        >
          Older posts
        </Button>
      </div>
    )
  }
  return (
    <>
      <ul ref={takeFocus} tabIndex={-1} aria-label="Older posts" className={`${grid} outline-none`}>
        {data.data.map((post) => (
          <PostCard key={post.id} post={post} />
        ))}
      </ul>
      {data.next && <OlderPosts key={data.next} tag={tag} cursor={data.next} />}
    </>
  )
}

function takeFocus(list: HTMLElement | null): void {
  list?.focus({ preventScroll: true })
}
