import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Picture, type PictureSource } from './picture.tsx'

export interface Span {
  text: string
  isStrong?: true | undefined
  isEmphasis?: true | undefined
  isStruck?: true | undefined
  isCode?: true | undefined
  href?: string | undefined
}

interface TextList {
  kind: 'list'
  start: number | null
  items: { spans: Span[]; lists?: TextList[] | undefined }[]
}

export type TextBlock =
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'heading'; level: 2 | 3; spans: Span[] }
  | TextList
  | { kind: 'quote'; blocks: TextBlock[] }
  | { kind: 'code'; text: string }
  | { kind: 'picture'; picture: PictureSource; alt: string; caption: string | null }
  | { kind: 'rule' }
  | { kind: 'kept'; rows: { what: string; time: string; why: string }[] }

export interface TextBlocksProps {
  blocks: readonly TextBlock[]
  opensAnew?: boolean
}

/**
 * Shows a text that staff wrote in Markdown, as the blocks that the server made of it. A heading's id is its position
 * among the blocks.
 */
export default function TextBlocks({ blocks, opensAnew = false }: TextBlocksProps) {
  return (
    <div className="prose wrap-anywhere">
      {blocks.map((block, n) => (
        <Block key={n} block={block} opensAnew={opensAnew} id={`part-${n}`} />
      ))}
    </div>
  )
}

function Block({ block, opensAnew, id }: { block: TextBlock; opensAnew: boolean; id?: string }): ReactNode {
  const words = (spans: readonly Span[]) =>
    spans.map((span, n) =>
      span.text === '\n' ? <br key={n} /> : <Word key={n} {...span} opensAnew={opensAnew} />,
    )
  switch (block.kind) {
    case 'paragraph':
      return <p>{words(block.spans)}</p>
    case 'heading': {
      const Heading = `h${block.level}` as const
      return <Heading id={id}>{words(block.spans)}</Heading>
    }
    case 'list':
      return <List list={block} words={words} />
    case 'quote':
      return (
        <blockquote className="border-l-4 border-rose pl-5 font-display text-lg italic">
          {block.blocks.map((inner, n) => (
            <Block key={n} block={inner} opensAnew={opensAnew} />
          ))}
        </blockquote>
      )
    case 'code':
      return <pre className="overflow-x-auto rounded-sm bg-sunk p-4 text-sm">{block.text}</pre>
    case 'picture':
      return (
        <figure className="py-4">
          <Picture
            picture={block.picture}
            alt={block.alt}
            sizes="(min-width: 76rem) 37.4rem, (min-width: 64rem) calc(54.5vw - 4.1rem), (min-width: 46rem) 42rem, calc(100vw - 2.5rem)"
            className="h-auto w-full rounded-sm"
          />
          {block.caption && <figcaption className="mt-2 text-sm text-ink-soft">{block.caption}</figcaption>}
        </figure>
      )
    case 'rule':
      return <hr className="border-line" />
    case 'kept':
      return (
        <dl className="divide-y divide-line">
          {block.rows.map(({ what, time, why }) => (
            <div key={what} className="py-3 sm:grid sm:grid-cols-2 sm:gap-x-6">
              <dt>{what}</dt>
              <dd>
                <strong className="block">{time}</strong>
                {why}
              </dd>
            </div>
          ))}
        </dl>
      )
  }
}

function List({ list, words }: { list: TextList; words: (spans: readonly Span[]) => ReactNode }) {
  const items = list.items.map(({ spans, lists = [] }, n) => (
    <li key={n}>
      {words(spans)}
      {lists.map((inner, at) => (
        <List key={at} list={inner} words={words} />
      ))}
    </li>
  ))
  return list.start === null ? <ul>{items}</ul> : <ol start={list.start}>{items}</ol>
}

function Word({
  text,
  isStrong,
  isEmphasis,
  isStruck,
  isCode,
  href,
  opensAnew,
}: Span & { opensAnew: boolean }) {
  let word: ReactNode = text
  if (isCode) word = <code className="bg-sunk px-1 text-sm">{word}</code>
  if (isStruck) word = <s>{word}</s>
  if (isEmphasis) word = <em>{word}</em>
  if (isStrong) word = <strong>{word}</strong>
  if (href === undefined) return word
  if (href.startsWith('/') && !opensAnew) return <Link to={href}>{word}</Link>
  return (
    <a
      href={href}
      {...((opensAnew || href.startsWith('http')) && { target: '_blank', rel: 'noopener' })}
      {...(href.startsWith('tel:') && { className: 'whitespace-nowrap' })}
    >
      {word}
    </a>
  )
}
