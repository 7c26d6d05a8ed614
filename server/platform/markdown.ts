import MarkdownIt, { type Token } from 'markdown-it'
import { beginningOf, shortenedAtWord } from '../../contract/graphemes.ts'
import type { Picture } from '../../contract/primitives.ts'
import { isPathOfSite } from '../../contract/site-paths.ts'
import type { Span, TextBlock, TextList } from '../../contract/text-blocks.ts'
import { uploadsPath } from './pictures.ts'
import { pictureFilePattern } from './private-picture-links.ts'

/** The server uses only the parser's tokens, never its HTML; tags in a text are shown as text. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable('table')

/** Stands for a brace that an author has escaped, such as in `\{`, until all others are read. No text contains it. */
export const escapedBrace = '\uFDD0'

markdown.core.ruler.before('text_join', 'escaped_braces', ({ tokens, env }) => {
  if (!(env as Env).marksEscapedBraces) return
  for (const token of tokens.flatMap(({ children }) => children ?? []))
    if (token.type === 'text_special' && token.content === '{') token.content = escapedBrace
})

type Env = {
  /** True for texts in which a brace that is not escaped has a meaning. */
  marksEscapedBraces?: boolean
}

/** The largest depth of nested lists. A deeper list is shown at this depth. */
const listDepthMax = 3
/** The number of characters from which the excerpt is made. */
const beginningLength = 2000
const excerptLength = 200

/** The placeholder for every picture in an excerpt, which shows none. */
const leftOut: Picture = { base: '', widths: [], width: 0, height: 0, color: '' }

export type FindPicture = (base: string) => Picture | undefined

/** A picture that is not one of the school's uploads is replaced by its description. */
export function blocksOf(text: string, findPicture: FindPicture, env: Env = {}): TextBlock[] {
  const reader = createReader(findPicture)
  for (const token of markdown.parse(text, env)) reader.read(token)
  return reader.blocks
}

export function picturesIn(text: string): string[] {
  const bases = markdown
    .parse(text, {})
    .flatMap(({ children }) => children ?? [])
    .flatMap((token) => baseOf(token) ?? [])
  return [...new Set(bases)]
}

/** Returns the addresses of the links in a text, also of those that are left out because they are not safe. */
export function addressesIn(text: string): string[] {
  return markdown
    .parse(text, {})
    .flatMap(({ children }) => children ?? [])
    .flatMap((token) => (token.type === 'link_open' ? [attributeOf(token, 'href')] : []))
}

export function excerptOf(text: string): string {
  const blocks = blocksOf(beginningOf(text, beginningLength), () => leftOut)
  const first = blocks.find((block) => block.kind === 'paragraph')
  if (first?.kind !== 'paragraph') return ''
  const words = first.spans.map(({ text }) => (text === '\n' ? ' ' : text)).join('')
  return shortenedAtWord(words, excerptLength)
}

function createReader(findPicture: FindPicture) {
  const blocks: TextBlock[] = []
  let quote: Extract<TextBlock, { kind: 'quote' }> | null = null
  let quoteDepth = 0
  const lists: TextList[] = []

  function openList(start: number | null): void {
    const list: TextList = { kind: 'list', start, items: [] }
    const outer = lists.at(-1)
    if (outer === undefined) (quote?.blocks ?? blocks).push(list)
    else if (lists.length >= listDepthMax) {
      lists.push(outer)
      return
    } else {
      const item = outer.items.at(-1)
      if (item) (item.lists ??= []).push(list)
    }
    lists.push(list)
  }

  function addSpans(spans: Span[]): void {
    if (spans.length === 0) return
    const item = lists.at(-1)?.items.at(-1)
    if (item === undefined) (quote?.blocks ?? blocks).push({ kind: 'paragraph', spans })
    else item.spans.push(...(item.spans.length > 0 ? [{ text: '\n' }] : []), ...spans)
  }

  function addInline(children: readonly Token[], headingLevel: number): void {
    const isInside = quote !== null || lists.length > 0
    if (!isInside && children.length > 0 && children.every(isPictureOrBreak)) {
      for (const token of children) if (token.type === 'image') addPicture(token)
    } else if (!isInside && headingLevel > 0) {
      const spans = spansOf(children)
      // The title of the page has level 1, so headings in the text begin at 2.
      if (spans.length > 0) blocks.push({ kind: 'heading', level: headingLevel <= 2 ? 2 : 3, spans })
    } else addSpans(spansOf(children))
  }

  function addPicture(token: Token): void {
    const picture = findPicture(baseOf(token) ?? '')
    if (picture === undefined) return addSpans(token.content.trim() === '' ? [] : [{ text: token.content }])
    const title = attributeOf(token, 'title')
    blocks.push({ kind: 'picture', picture, alt: token.content, caption: title || null })
  }

  function addCode(text: string): void {
    const isInside = quote !== null || lists.length > 0
    if (isInside) addSpans([{ text: text.trimEnd(), isCode: true }])
    else blocks.push({ kind: 'code', text: text.trimEnd() })
  }

  let headingLevel = 0
  const readers: Record<string, (token: Token) => void> = {
    heading_open: ({ tag }) => {
      headingLevel = Number(tag.slice(1))
    },
    heading_close: () => {
      headingLevel = 0
    },
    inline: ({ children }) => addInline(children ?? [], headingLevel),
    bullet_list_open: () => openList(null),
    ordered_list_open: (token) => openList(Number(token.attrGet('start') ?? 1)),
    bullet_list_close: () => void lists.pop(),
    ordered_list_close: () => void lists.pop(),
    list_item_open: () => void lists.at(-1)?.items.push({ spans: [] }),
    blockquote_open: () => {
      quoteDepth++
      if (quoteDepth > 1 || lists.length > 0) return
      quote = { kind: 'quote', blocks: [] }
      blocks.push(quote)
    },
    blockquote_close: () => {
      quoteDepth--
      if (quoteDepth === 0) quote = null
    },
    fence: ({ content }) => addCode(content),
    code_block: ({ content }) => addCode(content),
    hr: () => {
      if (quote === null && lists.length === 0) blocks.push({ kind: 'rule' })
    },
  }
  return { blocks, read: (token: Token) => readers[token.type]?.(token) }
}

function isPictureOrBreak({ type, content }: Token): boolean {
  return (
    type === 'image' || type === 'softbreak' || type === 'hardbreak' || (type === 'text' && !content.trim())
  )
}

function attributeOf(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '')
}

/** Returns the picture's id; undefined unless it is one of the uploads. */
function baseOf(token: Token): string | undefined {
  if (token.type !== 'image') return undefined
  const src = attributeOf(token, 'src')
  return src.startsWith(uploadsPath) ? pictureFilePattern.exec(src.slice(uploadsPath.length))?.[1] : undefined
}

const opened = { strong: 'isStrong', em: 'isEmphasis', s: 'isStruck' } as const

function spansOf(tokens: readonly Token[]): Span[] {
  const spans: Span[] = []
  const depth = { isStrong: 0, isEmphasis: 0, isStruck: 0 }
  let href: string | undefined
  const add = (text: string, more: Partial<Span> = {}) => {
    if (text === '') return
    const look = {
      ...(depth.isStrong > 0 && { isStrong: true as const }),
      ...(depth.isEmphasis > 0 && { isEmphasis: true as const }),
      ...(depth.isStruck > 0 && { isStruck: true as const }),
      ...(href !== undefined && { href }),
      ...more,
    }
    const last = spans.at(-1)
    if (last !== undefined && last.text !== '\n' && looksLike(last, look)) last.text += text
    else spans.push({ text, ...look })
  }
  for (const token of tokens) {
    const [, tag, way] = /^(strong|em|s)_(open|close)$/.exec(token.type) ?? []
    if (tag !== undefined) depth[opened[tag as keyof typeof opened]] += way === 'open' ? 1 : -1
    else if (token.type === 'text' || token.type === 'image') add(token.content)
    else if (token.type === 'code_inline') add(token.content, { isCode: true })
    else if (token.type === 'softbreak') add(' ')
    else if (token.type === 'hardbreak') spans.push({ text: '\n' })
    else if (token.type === 'link_open') href = safeAddress(attributeOf(token, 'href'))
    else if (token.type === 'link_close') href = undefined
  }
  return spans
}

function looksLike({ text: _, ...one }: Span, other: Omit<Span, 'text'>): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Accepts paths of this site, and whole addresses of websites, mailboxes and phones. Everything else, such as a script,
 * is refused.
 */
function safeAddress(address: string): string | undefined {
  if (isPathOfSite(address)) return address
  if (address.length > 2000 || !/^(?:https?:\/\/|mailto:|tel:)/i.test(address)) return undefined
  return URL.canParse(address) ? address : undefined
}
