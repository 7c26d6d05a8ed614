import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { urlPart } from '../../../../contract/addresses.ts'
import type { Picture as PictureFacts } from '../../../../contract/primitives.ts'
import type { School } from '../../../../contract/school/school.ts'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import type { ListedPost, Post } from '../../../../contract/site/journal.ts'
import { shareFactsOfPost, sharePicturePath } from '../../../../contract/site/share-pictures.ts'
import { dayText, formatRupees, shortDayText } from '../../../../contract/words.ts'
import { useFallbacks } from '../../../lib/fallbacks.ts'
import { breadcrumbsLd, JsonLd, schoolRefLd } from '../../../lib/json-ld.tsx'
import { laterPart } from '../../../lib/later-part.tsx'
import { usePageAssets } from '../../../lib/page-context.tsx'
import { isMissing, query } from '../../../lib/query.ts'
import { useSchool } from '../../../lib/school.ts'
import { ShareTags } from '../../../lib/share-tags.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailure } from '../../../ui/failed-note.tsx'
import { Heading, PageHead } from '../../../ui/heading.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Container, Section } from '../../../ui/section.tsx'
import { Awaited } from '../../../ui/spinner.tsx'
import type { TextBlocksProps } from '../../../ui/text-blocks.tsx'
import * as text from './journal.en.tsx'

/**
 * The query is left out if there is no tag and no cursor, because the server caches only the answer without a query.
 */
export const postsQuery = (asked: { tag?: string | undefined; cursor?: string }) =>
  asked.tag === undefined && asked.cursor === undefined
    ? query('GET /api/blog')
    : query('GET /api/blog', { query: asked })

/** This code is loaded separately, so that pages without text blocks do not load it. */
const TextBlocks = laterPart<TextBlocksProps>(() => import('../../../ui/text-blocks.tsx'), null)

const grid = 'mt-8 grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3'

export function JournalPage({ tag, missing }: { tag?: string | undefined; missing: ReactNode }) {
  const school = useSchool()
  const texts = useFallbacks()?.texts
  const result = useQuery(postsQuery({ tag }))
  const { data, error, isPending } = result
  const wasMissing = usePageAssets().missingAt === useLocation().pathname && data === undefined
  if (wasMissing || isMissing(result)) return missing
  const name = data?.tag?.name ?? tag
  const [start, end] = (texts?.journalHeading ?? text.heading).split('\n')
  const posts = data?.data ?? []
  return (
    <Container className="py-6 md:py-10">
      <ShareTags
        title={name === undefined ? text.title : text.titleOfTag({ tag: name })}
        description={school ? text.description({ school: school.name, city: school.city }) : text.title}
        path={data?.tag ? tagPath(data.tag) : '/blog'}
      />
      <link rel="alternate" type="application/rss+xml" title={text.theJournal} href="/blog/feed.xml" />
      {school && <JsonLd facts={import.meta.env.SSR ? () => journalLd(posts, school) : null} />}
      <PageHead eyebrow={text.theJournal} lead={texts?.journalLead}>
        {name === undefined ? (
          <>
            {start} <em>{end}</em>
          </>
        ) : (
          text.headingOfTag({ tag: name })
        )}
      </PageHead>
      <div className="mt-4">
        <TagLinks tags={data?.tags ?? []} chosen={data?.tag?.key} />
      </div>
      {error && <LoadFailure className="mt-6" title={data ? text.outOfDate : text.failed} of={result} />}
      {isPending ? (
        <Awaited label={text.loading} />
      ) : posts.length === 0 ? (
        !error && (
          <EmptyState title={text.none} className="mt-6">
            {text.noneLead}
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
            {text.follow((label) => (
              <a href="/blog/feed.xml" className="link inline-flex min-h-11 items-center">
                {label}
              </a>
            ))}
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
            {error.message || text.olderFailed}
          </p>
        )}
        <Button
          variant="outline"
          busy={isFetching && text.loadingOlder}
          onClick={() => (isOpen ? void result.refetch() : setOpen(true))}
        >
          {text.olderPosts}
        </Button>
      </div>
    )
  }
  return (
    <>
      <ul ref={takeFocus} tabIndex={-1} aria-label={text.olderPosts} className={`${grid} outline-none`}>
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

export function PostPage({ post }: { post: Post }) {
  const school = useSchool()
  const hasRelated = post.courses.length + post.products.length > 0
  return (
    <>
      <ShareTags
        title={post.title}
        description={post.excerpt}
        path={`/blog/${post.slug}`}
        facts={import.meta.env.SSR && school ? () => shareFactsOfPost(post, school) : null}
      />
      {school && <JsonLd facts={import.meta.env.SSR ? () => postPageLd(post, school) : null} />}
      <article>
        <Container className="py-8 md:py-12">
          <Link to="/blog" className="link inline-flex min-h-11 items-center print:hidden">
            <span aria-hidden="true">{'←\u00a0'}</span>
            {text.theJournal}
          </Link>
          <div className="mt-4 grid items-center gap-8 lg:grid-cols-[1.2fr_1fr] lg:gap-14">
            <div>
              <PostFacts post={post} />
              <Heading level={1} className="mt-3 wrap-anywhere">
                {post.title}
              </Heading>
              {post.lead && <p className="mt-5 max-w-text text-lg text-ink-soft">{post.lead}</p>}
              {post.author && (
                <p className="mt-6 flex items-center gap-4">
                  {post.author.picture && (
                    <Picture
                      picture={post.author.picture}
                      alt=""
                      sizes="4rem"
                      className="aspect-square w-16 max-w-1/3 rounded-full"
                    />
                  )}
                  <span>
                    <span className="block font-bold">{post.author.name}</span>
                    {post.author.role && (
                      <span className="block text-sm text-ink-soft">{post.author.role}</span>
                    )}
                  </span>
                </p>
              )}
            </div>
            {post.cover && (
              <Picture
                picture={post.cover}
                alt=""
                eager
                sizes="(min-width: 76rem) 31.1rem, (min-width: 64rem) calc(45.5vw - 3.4rem), (min-width: 48rem) calc(100vw - 4rem), calc(100vw - 2.5rem)"
                className="aspect-[4/3] w-full arch print:mx-auto print:w-72"
              />
            )}
          </div>
        </Container>
        <Container className={hasRelated ? 'grid gap-10 pb-14 lg:grid-cols-[1.2fr_1fr] lg:gap-14' : 'pb-14'}>
          <div>
            <TextBlocks blocks={post.blocks} />
            <div className="mt-10">
              <TagLinks tags={post.tags} />
            </div>
          </div>
          {hasRelated && (
            <aside aria-label={text.fromSchool} className="print:hidden">
              <div className="petal border border-line bg-raised p-6 lg:sticky lg:top-24">
                <RelatedList title={text.learnIt}>
                  {post.courses.map(({ slug, title, price, nextbatch, picture }) => (
                    <RelatedThing key={slug} to={`/classes/${slug}`} name={title} picture={picture}>
                      {text.batchAndPrice({
                        batch: shortDayText(nextbatch),
                        price: Number(price) === 0 ? text.free : formatRupees(price),
                      })}
                    </RelatedThing>
                  ))}
                </RelatedList>
                <RelatedList title={text.fromStore}>
                  {post.products.map(({ slug, name, price, hasSizes, picture }) => (
                    <RelatedThing key={slug} to={`/store/${slug}`} name={name} picture={picture}>
                      {hasSizes ? text.fromPrice({ price: formatRupees(price) }) : formatRupees(price)}
                    </RelatedThing>
                  ))}
                </RelatedList>
              </div>
            </aside>
          )}
        </Container>
      </article>
      {post.more.length > 0 && (
        <Section ground="sunk" aria-labelledby="read-next" className="print:hidden">
          <Heading id="read-next">{text.readNext}</Heading>
          <ul className="mt-8 grid gap-8 sm:grid-cols-2 lg:grid-cols-3">
            {post.more.map((other) => (
              <PostCard key={other.id} post={other} level={3} />
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

function RelatedList({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <div className="not-first:mt-6">
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-2">{children}</ul>
    </div>
  )
}

function RelatedThing({
  to,
  name,
  picture,
  children,
}: {
  to: string
  name: string
  picture: PictureFacts | null
  children: ReactNode
}) {
  return (
    <li>
      <Link to={to} className="group flex items-center gap-4 py-2 no-underline">
        <Picture picture={picture} alt="" sizes="5rem" className="aspect-square w-20 max-w-1/3 rounded-sm" />
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="block font-bold group-hover:underline">{name}</span>
          <span className="block text-sm text-ink-soft">{children}</span>
        </span>
      </Link>
    </li>
  )
}

export type Tag = ListedPost['tags'][number]

export const tagPath = ({ key }: Tag) => `/blog/tag/${urlPart(key)}`

function PostCard({
  post,
  isFirst = false,
  level = 2,
}: {
  post: ListedPost
  isFirst?: boolean
  level?: 2 | 3
}) {
  const title = useId()
  const Heading = `h${level}` as const
  const path = `/blog/${post.slug}`
  return (
    <li
      aria-labelledby={title}
      className={cx(
        'flex flex-col gap-4',
        isFirst && 'sm:col-span-2 lg:col-span-3 lg:grid lg:grid-cols-[1.2fr_1fr] lg:items-center lg:gap-14',
      )}
    >
      <Link to={path} tabIndex={-1} aria-hidden="true">
        <Picture
          picture={post.cover}
          alt=""
          eager={isFirst}
          sizes={
            isFirst
              ? '(min-width: 76rem) 37.4rem, (min-width: 64rem) calc(54.5vw - 4.1rem), (min-width: 48rem) calc(100vw - 4rem), calc(100vw - 2.5rem)'
              : '(min-width: 76rem) 22.7rem, (min-width: 64rem) calc(33vw - 2.6rem), (min-width: 40rem) calc(50vw - 2.5rem), calc(100vw - 2.5rem)'
          }
          className={cx('aspect-[4/3] w-full', isFirst ? 'arch' : 'petal')}
        />
      </Link>
      <div className="flex flex-col gap-2">
        <PostFacts post={post} />
        <Heading id={title} className={isFirst ? 'text-2xl' : 'text-xl'}>
          <Link to={path} className="-my-2 inline-block max-w-full py-2 no-underline hover:underline">
            {post.title}
          </Link>
        </Heading>
        <p className={cx('text-ink-soft', isFirst ? 'text-lg' : 'line-clamp-3')}>{post.excerpt}</p>
        {post.author && <p className="text-sm font-bold">{post.author.name}</p>}
      </div>
    </li>
  )
}

function PostFacts({ post: { published_at, readingMinutes } }: { post: ListedPost }) {
  const day = schoolDayOf(new Date(published_at))
  return (
    <p className="text-sm text-ink-soft">
      <time dateTime={day}>{dayText(day)}</time> · {text.minutes({ count: readingMinutes })}
    </p>
  )
}

function TagLinks({ tags, chosen }: { tags: readonly Tag[]; chosen?: string | undefined }) {
  if (tags.length === 0) return null
  return (
    // The tags are one scrolling line on a phone, because wrapped lines would wrap differently when the font loads.
    <nav
      aria-label={text.tags}
      className="-mx-5 flex gap-2 overflow-x-auto px-5 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0 print:hidden"
    >
      {tags.map((tag) => {
        const isChosen = tag.key === chosen
        return (
          <Link
            key={tag.key}
            to={isChosen ? '/blog' : tagPath(tag)}
            preventScrollReset={chosen !== undefined}
            aria-current={isChosen ? 'true' : undefined}
            className={cx(
              'inline-flex min-h-11 max-w-full shrink-0 items-center rounded-full border px-3 text-sm no-underline transition-colors',
              isChosen
                ? 'border-leaf bg-leaf text-on-leaf'
                : 'border-line-strong hover:border-leaf-ink hover:text-leaf-ink',
            )}
          >
            {tag.name}
          </Link>
        )
      })}
    </nav>
  )
}

function postPageLd(post: ListedPost, school: School): Record<string, unknown>[] {
  const above = breadcrumbsLd(school, [
    [text.theJournal, '/blog'],
    [post.title, postPath(post)],
  ])
  return [postLd(post, school), above]
}

const postPath = ({ slug }: ListedPost) => `/blog/${slug}`

function postLd(post: ListedPost, school: School): Record<string, unknown> {
  const path = postPath(post)
  const publisher = schoolRefLd(school)
  return {
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.excerpt,
    url: school.siteUrl + path,
    mainEntityOfPage: school.siteUrl + path,
    image: school.siteUrl + sharePicturePath(path, shareFactsOfPost(post, school)),
    datePublished: post.published_at,
    dateModified: post.updated_at > post.published_at ? post.updated_at : post.published_at,
    author: post.author ? { '@type': 'Person', name: post.author.name } : publisher,
    publisher,
    keywords: post.tags.map(({ name }) => name),
    timeRequired: `PT${post.readingMinutes}M`,
  }
}

function journalLd(posts: readonly ListedPost[], school: School): Record<string, unknown>[] {
  return [
    {
      '@type': 'Blog',
      name: text.journalOf({ school: school.name }),
      url: `${school.siteUrl}/blog`,
      blogPost: posts.map((post) => postLd(post, school)),
    },
  ]
}
