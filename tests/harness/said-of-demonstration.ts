import { globSync, readFileSync } from 'node:fs'
import routes from '../../web/routes.ts'

/** Texts of the demonstration's files that every school may have, because they name kinds and states of the product. */
const ofEverySchool = new Set(['Diploma Course', 'Corporate Events', 'Birthday Parties', 'Bouquets, Vases'])

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/[\n|]/)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The texts of at least two words in the demonstration's files, such as names, addresses, prices and sentences. */
const itsTexts = globSync('server/db/seed/data/*.json')
  .flatMap((file) => textsIn(JSON.parse(readFileSync(file, 'utf8'))))
  .map((text) => text.trim())
  .filter(
    (text) => text.length > 11 && text.includes(' ') && !/^now\b/.test(text) && !ofEverySchool.has(text),
  )

/** Claims of the demonstration that may be untrue of another school. */
const itsClaims = [
  /\bMalar\b/,
  /malar\.example/,
  /Chennai|Mylapore|Koyambedu|600 ?004/,
  /5550 ?014/,
  /\b(?:5,?000|50,?000)\b/,
  /\b4\.5\b/,
  /\b(?:1,?400|3 toilets|sq ft)\b/,
  /Happy Students|Years Experience|Classes Taught|Flowers Arranged/,
  /\b9:00 AM|8:00 PM|6:00 PM|3:00 PM/,
  /\b2024\b/,
  /\$\d/,
  /Red Rose Dozen|Star Lily|Ruby Orchid|Tulip Bunch/,
  /cherry blossom|flower market|morning market|from the market|ten minutes away/i,
  /\bapron\b|flowers and tools|flowers included|bring yourself/i,
  /within a day|this morning|first batch|working studio|hall for celebrations/i,
  /instructors and graduates|No features listed|sample testimonials/i,
]

/** Faults that no page may show: a gap where a name, a town or a number is missing, or a word such as `undefined`. */
export const gaps = [
  /\b(?:undefined|null|NaN|Invalid date)\b/i,
  /\s[,.](?:\s|$)|, ,|\(\)|“”/,
  /^\s*·|·\s*$|·\s*·/,
]
const emptyLinks = /href="(?:tel:|mailto:|https:\/\/wa\.me\/(?:\?[^"]*)?|[^"]*[?&](?:q|query)=)"/

const plain = (html: string, between = '') =>
  html
    .replace(/<[^>]*>/g, between)
    .replace(/&#x27;|&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')

/** The address of the API's description, which names the product and contains examples at every school. */
export const ofTheProduct = '/api/openapi.json'

/**
 * Removes scripts, style sheets and the calendar's PRODID from an answer, because they contain no words of a school.
 */
const withoutCode = (html: string) =>
  html
    .replace(/<script(?![^>]*(?:ld\+json|application\/json))[^>]*>.*?<\/script>/gs, '')
    .replace(/<style[^>]*>.*?<\/style>/gs, '')
    .replace(/^PRODID:.*$/m, '')

/** The words of a page, without its code and the data of its scripts. */
export const wordsOf = (html: string) => plain(html.replace(/<(script|style)[^>]*>.*?<\/\1>/gs, ''), ' ')

/** Lists the demonstration's own texts and claims in a text that visitors get. */
export function saidOfTheDemonstration(text: string): string[] {
  const said = withoutCode(text)
  const words = plain(said, ' ')
  return [...itsTexts.filter((one) => said.includes(one) || words.includes(one)), ...found(itsClaims, said)]
}

export const found = (patterns: readonly RegExp[], text: string) =>
  patterns.flatMap((pattern) => {
    const at = text.search(pattern)
    return at < 0 ? [] : [`${pattern}: ${text.slice(Math.max(0, at - 60), at + 60)}`]
  })

/** Lists a page's empty headings and links, gaps in sentences, and structured data without a value. */
export function gapsIn(html: string): string[] {
  const shown = html.replace(/<(script|style|svg|noscript)\b.*?<\/\1>/gs, '').replace(/<head>.*<\/head>/s, '')
  const headings = [...html.matchAll(/<(h[1-6]|dt|legend|title)\b[^>]*>(.*?)<\/\1>/gs)]
  const empty = headings.filter(([, , inside = '']) => plain(inside).trim() === '').map(([all]) => all)
  const blocks = shown.split(/<\/?(?:p|h\d|div|li|dt|dd|address|section|button|main|nav|ul|dl|td|br)\b[^>]*>/)
  const titles = [...html.matchAll(/<title>(.*?)<\/title>|(?:content|aria-label|title)="([^"]*)"/g)]
  const sentences = [...blocks, ...titles.map(([, title, value]) => title ?? value ?? '')]
  const facts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  return [
    ...empty,
    ...(emptyLinks.exec(html) ?? []),
    ...sentences.map((one) => plain(one).trim()).flatMap((one) => found(gaps, one)),
    ...facts.flatMap(([, json = '']) => /"[^"]*":(?:""|null|\[\]|\{\})/.exec(json) ?? []),
  ]
}

/** Puts the name of the checked text in front of each fault. */
export const at = (where: string, faults: readonly string[]) => faults.map((fault) => `${where}: ${fault}`)

/**
 * Addresses that exist only in the walked school. The keys of `slugs` are the beginnings of paths, such as `classes`.
 */
export interface Walk {
  slugs: Record<string, string>
  /** Addresses that belong to one visitor, such as the address of a receipt. */
  others?: string[]
}

/** Lists every page; a page with a slug is listed with the slug `none`, and with an existing slug if there is one. */
export function pagesOf({ slugs, others = [] }: Walk): string[] {
  const paths = (routes as { path?: string }[]).map(({ path: page = '' }) => page)
  const listed = paths.flatMap((page) => {
    if (page === '*') return ['/no/such/page']
    if (!page.includes(':')) return [`/${page}`]
    const before = page.replace(/\/:\w+$/, '')
    const slug = slugs[before]
    return [`/${before}/none`, ...(slug === undefined ? [] : [`/${before}/${slug}`])]
  })
  return [...listed, ...others]
}
