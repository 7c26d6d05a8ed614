import * as z from 'zod/mini'
import { picture } from './primitives.ts'

// A text of staff is made of a few kinds of blocks and not of HTML, so that the text can contain nothing else. Lists
// have at most three levels, and a quote contains no other quote. Anything deeper is moved up to the last level.

const mark = z.optional(z.literal(true))

const span = z.object({
  /** A line break in this text is shown as a line break. */
  text: z.string(),
  isStrong: mark,
  isEmphasis: mark,
  isStruck: mark,
  isCode: mark,
  /** A path of this site, or an `http:`, `https:`, `mailto:` or `tel:` address. */
  href: z.optional(z.string()),
})
export type Span = z.output<typeof span>

const spans = z.array(span)

function listOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({
    kind: z.literal('list'),
    start: z.nullable(z.number()),
    items: z.array(item),
  })
}

const paragraph = z.object({ kind: z.literal('paragraph'), spans })
const list = listOf(
  z.object({
    spans,
    lists: z.optional(
      z.array(listOf(z.object({ spans, lists: z.optional(z.array(listOf(z.object({ spans })))) }))),
    ),
  }),
)

export const textBlock = z.union([
  paragraph,
  z.object({ kind: z.literal('heading'), level: z.union([z.literal(2), z.literal(3)]), spans }),
  list,
  z.object({ kind: z.literal('quote'), blocks: z.array(z.union([paragraph, list])) }),
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({ kind: z.literal('picture'), picture, alt: z.string(), caption: z.nullable(z.string()) }),
  z.object({ kind: z.literal('rule') }),
])
export type TextBlock = z.output<typeof textBlock>

export interface TextList {
  kind: 'list'
  start: number | null
  items: { spans: Span[]; lists?: TextList[] | undefined }[]
}
