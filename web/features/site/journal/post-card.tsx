import { useId } from 'react'
import { Link } from 'react-router'
import { urlPart } from '../../../../contract/addresses.ts'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import type { ListedPost } from '../../../../contract/site/journal.ts'
import { counted, dayText } from '../../../../contract/words.ts'
import { cx } from '../../../ui/class-names.ts'
import { Picture } from '../../../ui/picture.tsx'

export type Tag = ListedPost['tags'][number]

export const tagPath = ({ key }: Tag) => `/blog/tag/${urlPart(key)}`

export function PostCard({
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

export function PostFacts({ post: { published_at, readingMinutes } }: { post: ListedPost }) {
  const day = schoolDayOf(new Date(published_at))
  return (
    <p className="text-sm text-ink-soft">
      <time dateTime={day}>{dayText(day)}</time> · {counted(readingMinutes, 'minute')} to read
    </p>
  )
}

export function TagLinks({ tags, chosen }: { tags: readonly Tag[]; chosen?: string | undefined }) {
  if (tags.length === 0) return null
  return (
    // They stand on one line on a phone, because a line that wraps would wrap again when the font comes.
    <nav
      aria-label="Tags"
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
              'inline-flex min-h-11 max-w-full shrink-0 items-center gap-2 rounded-full border px-5 no-underline transition-colors',
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
