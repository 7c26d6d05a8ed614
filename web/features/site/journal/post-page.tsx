import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Picture as PictureFacts } from '../../../../contract/primitives.ts'
import type { Post } from '../../../../contract/site/journal.ts'
import { shareFactsOfPost } from '../../../../contract/site/share-pictures.ts'
import { formatRupees, shortDayText } from '../../../../contract/words.ts'
import { JsonLd } from '../../../lib/json-ld.tsx'
import { useSchool } from '../../../lib/school.ts'
import { ShareTags } from '../../../lib/share-tags.tsx'
import { Heading } from '../../../ui/heading.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Container, Section } from '../../../ui/section.tsx'
import { PostBody } from './post-body.tsx'
import { PostCard, PostFacts, TagLinks } from './post-card.tsx'
import { postPageLd } from './post-ld.ts'

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
            <span aria-hidden="true">←&nbsp;</span>The journal
          </Link>
          <div className="mt-4 grid items-center gap-8 lg:grid-cols-[1.2fr_1fr] lg:gap-14">
            <div>
              <PostFacts post={post} />
              <Heading level={1} className="mt-3 [overflow-wrap:anywhere]">
                {post.title}
              </Heading>
              {post.lead && <p className="mt-5 max-w-text text-lg text-ink-soft">{post.lead}</p>}
              {post.author && <Byline author={post.author} />}
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
            <PostBody blocks={post.blocks} />
            <div className="mt-10">
              <TagLinks tags={post.tags} />
            </div>
          </div>
          {hasRelated && <Related post={post} />}
        </Container>
      </article>
      {post.more.length > 0 && (
        <Section ground="sunk" aria-labelledby="read-next" className="print:hidden">
          <Heading id="read-next">
            Read <em>next</em>
          </Heading>
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

function Byline({ author }: { author: NonNullable<Post['author']> }) {
  return (
    <p className="mt-6 flex items-center gap-4">
      {author.picture && (
        <Picture
          picture={author.picture}
          alt=""
          sizes="4rem"
          className="aspect-square w-16 max-w-1/3 rounded-full"
        />
      )}
      <span>
        <span className="block font-bold">{author.name}</span>
        {author.role && <span className="block text-sm text-ink-soft">{author.role}</span>}
      </span>
    </p>
  )
}

function Related({ post: { courses, products } }: { post: Post }) {
  return (
    <aside aria-label="From the school" className="print:hidden">
      <div className="petal border border-line bg-raised p-6 lg:sticky lg:top-24">
        <RelatedList title="Learn it here">
          {courses.map(({ slug, title, price, nextbatch, picture }) => (
            <RelatedThing key={slug} to={`/classes/${slug}`} name={title} picture={picture}>
              {shortDayText(nextbatch)} · {Number(price) === 0 ? 'Free' : formatRupees(price)}
            </RelatedThing>
          ))}
        </RelatedList>
        <RelatedList title="From the store">
          {products.map(({ slug, name, price, hasSizes, picture }) => (
            <RelatedThing key={slug} to={`/store/${slug}`} name={name} picture={picture}>
              {hasSizes && 'from '}
              {formatRupees(price)}
            </RelatedThing>
          ))}
        </RelatedList>
      </div>
    </aside>
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
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <span className="block font-bold group-hover:underline">{name}</span>
          <span className="block text-sm text-ink-soft">{children}</span>
        </span>
      </Link>
    </li>
  )
}
