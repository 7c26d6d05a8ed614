import * as z from 'zod/mini'
import { line, text } from '../primitives.ts'
import { policyTitles } from './policies.en.ts'
import { policyLengthMax, policyParts, policyPaths } from './policy-kinds.ts'
import type { SitePart } from './site-parts.ts'

/** A picture of a page: `id` is the base of a stored picture, and `alt` is the alternative text. */
const pictureFields = z.object({
  id: line(100, { required: 'Choose a picture' }),
  alt: line(200),
  /** True if the picture only decorates the page. It then needs no alternative text. */
  isDecoration: z.optional(z.boolean('Choose yes or no')),
})
export type PagePicture = z.output<typeof pictureFields>

/** Clears the alternative text of a decoration, because a screen reader should not read it. */
const pagePicture = pictureFields.check(
  z.overwrite((picture) => (picture.isDecoration ? { ...picture, alt: '' } : picture)),
)

const eachOnce = (list: PagePicture[]) =>
  list.filter(({ id }, at) => list.findIndex((one) => one.id === id) === at)

const reason = z.object({ title: line(80), text: text(300) })
export type PageReason = z.output<typeof reason>

const firstYear = 1900
const lastYear = 2999
const yearSentence = `Enter a year from ${firstYear} to ${lastYear}`

interface PageField {
  kind: 'line' | 'text' | 'heading' | 'list' | 'pictures' | 'reasons' | 'year' | 'policy'
  label: string
  rule: z.ZodMiniType
  hint?: string
  /** The most characters of a text, or the most pictures or reasons of a list. */
  max: number
}

const asLine = (label: string, max: number, hint?: string) =>
  ({ kind: 'line', label, max, rule: line(max), ...(hint && { hint }) }) as const
const asText = (label: string, max: number, hint?: string) =>
  ({ kind: 'text', label, max, rule: text(max), ...(hint && { hint }) }) as const

const linesOf = (value: string) => value.split('\n').length
const asHeading = (label: string, max = 120) =>
  ({
    kind: 'heading',
    label,
    max,
    rule: text(max).check(z.refine((value) => linesOf(value) <= 2, 'Use at most two lines')),
    hint: 'The second line is set in italics.',
  }) as const

const listMax = 20

/** Leaves out blank and repeated lines. */
const listed = (value: string) => {
  const lines = value.split('\n').map((one) => one.trim())
  return [...new Set(lines.filter((one) => one !== ''))].join('\n')
}
const asList = (label: string) =>
  ({
    kind: 'list',
    label,
    max: 1000,
    rule: text(1000).check(
      z.overwrite(listed),
      z.refine((value) => linesOf(value) <= listMax, `Use at most ${listMax} lines`),
    ),
    hint: 'One per line.',
  }) as const

const asPictures = (label: string, max: number) =>
  ({
    kind: 'pictures',
    label,
    max,
    rule: z
      .array(pagePicture, 'Choose pictures')
      .check(
        z.overwrite(eachOnce),
        z.maxLength(max, max === 1 ? 'Choose one picture' : `Choose at most ${max} pictures`),
      ),
  }) as const

const asPolicy = () =>
  ({ kind: 'policy', label: 'Text', max: policyLengthMax, rule: text(policyLengthMax) }) as const

/** The words and pictures of each page that staff edit. A field that is empty is left out of the stored content. */
export const pageFields = {
  home: {
    homeHeadline: asLine('Headline', 80),
    homeLead: asText('Sentence below the headline', 400),
    heroPictures: asPictures('Pictures beside the headline', 6),
    coursesCardTitle: asLine('Title of the courses card', 80),
    coursesCard: asText('Text of the courses card', 500),
    coursesPicture: asPictures('Picture of the courses', 1),
    bouquetsCardTitle: asLine('Title of the bouquets card', 80),
    bouquetsCard: asText('Text of the bouquets card', 500),
    bouquetsPicture: asPictures('Picture of the bouquets', 1),
    homeDescription: asText('Description for search engines', 300),
  },
  hall: {
    hallHeading: asHeading('Heading on the home page'),
    hallLead: asText('Sentence on the home page', 400),
    hallPicture: asPictures('Picture on the home page', 1),
    venueHeading: asHeading('Heading of the hall’s own view'),
    venueLead: asText('Sentence below it', 500),
    hallPictures: asPictures('Pictures of the hall', 6),
    venueSize: asLine('Size', 80, 'Such as 1,200 sq ft, 60 guests.'),
    venueInclusions: asList('What’s included'),
    venueEvents: asList('Suitable for'),
    venueNote: asText('Note below the prices', 300),
  },
  about: {
    aboutHeading: asHeading('Heading'),
    aboutLead: asText('About the school', 600),
    aboutPicture: asPictures('Picture', 1),
    impactEyebrow: asLine('Line above the impact numbers', 80),
  },
  classes: {
    classesHeading: asHeading('Heading'),
    classesLead: asText('Sentence below the heading', 400),
    diplomasLead: asText('Sentence about diplomas', 200),
    workshopsLead: asText('Sentence about workshops', 200),
    reasonsHeading: asHeading('Heading above the reasons to choose the school'),
    reasons: {
      kind: 'reasons',
      label: 'Why choose us',
      max: 6,
      rule: z.array(reason, 'Enter reasons').check(z.maxLength(6, 'Enter at most 6 reasons')),
    },
    diplomaForBeginners: asText('Do I need experience for a diploma?', 300),
    workshopForBeginners: asText('Do I need experience for a workshop?', 300),
    flowersIncluded: asText('Are flowers included in the fee?', 300),
  },
  store: {
    storeHeading: asHeading('Heading'),
    storeLead: asText('Sentence below the heading', 400),
    storeDescription: asText('Description for search engines', 300),
  },
  journal: {
    journalHeading: asHeading('Heading'),
    journalLead: asText('Sentence below the heading', 400),
  },
  contact: {
    contactHeading: asHeading('Heading'),
    contactLead: asText('Sentence below the heading', 400),
  },
  footer: {
    footerLine: asText('Line below the school’s name', 300, 'Leave blank to use the school’s tagline.'),
    footerYear: {
      kind: 'year',
      label: 'Copyright year',
      max: 4,
      hint: 'Leave blank to use the current year.',
      rule: z
        .number(yearSentence)
        .check(z.int(yearSentence), z.gte(firstYear, yearSentence), z.lte(lastYear, yearSentence)),
    },
  },
  opening: {
    openingHeading: asHeading('Heading'),
    openingLead: asText('Sentence below the heading', 400),
    openingPicture: asPictures('Picture', 1),
  },
  privacy: { privacyText: asPolicy() },
  terms: { termsText: asPolicy() },
  'course-terms': { courseTermsText: asPolicy() },
  'hall-terms': { hallTermsText: asPolicy() },
} as const satisfies Record<string, Readonly<Record<string, PageField>>>

export type PageKey = keyof typeof pageFields
export const pageKeys = Object.keys(pageFields) as PageKey[]
export const isPageKey = (page: string): page is PageKey => Object.hasOwn(pageFields, page)

export const pageNames: Record<PageKey, string> = {
  home: 'Home',
  hall: 'Hall',
  about: 'About',
  classes: 'Classes',
  store: 'Store',
  journal: 'Journal',
  contact: 'Contact',
  footer: 'Footer',
  opening: 'Opening soon',
  ...policyTitles,
}

/** The part of the site that a page belongs to. Visitors see no words and pictures of a part that is switched off. */
export const pageParts: Partial<Record<string, SitePart>> = {
  hall: 'hall',
  store: 'store',
  journal: 'journal',
  ...policyParts,
}

/** The path at which visitors see a page's words and pictures. */
export const pagePaths: Record<PageKey, string> = {
  home: '/',
  hall: '/#venue',
  about: '/about',
  classes: '/classes',
  store: '/store',
  journal: '/blog',
  contact: '/contact',
  footer: '/',
  opening: '/opening-soon',
  ...policyPaths,
}

/** The content in a request, with fields of a single page. No two pages have a field with the same name. */
export const pageContent = z.strictObject(
  Object.fromEntries(
    pageKeys
      .flatMap((page) => Object.entries<PageField>(pageFields[page]))
      .map(([name, { rule }]) => [name, z.optional(rule)]),
  ),
)

/** The words and pictures of a page, by the names of its fields. */
export type PageContent = Readonly<Record<string, unknown>>

export const fieldsOf = (page: PageKey): [name: string, field: PageField][] =>
  Object.entries<PageField>(pageFields[page])

/**
 * Reads content that somebody typed. A draft may be unfinished, but each of its values must fit its field. Empty fields
 * are left out. `problems` has a sentence for each value that is refused, by the path of the value.
 */
export function readContent(
  page: PageKey,
  typed: PageContent,
): { content: PageContent; problems: Record<string, string> } {
  const fields = new Map(fieldsOf(page))
  const content: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  for (const [name, value] of Object.entries(typed)) {
    if (isEmptyValue(value)) continue
    const parsed = fields.get(name)?.rule.safeParse(value, { error: () => 'This isn’t in the right format' })
    if (parsed === undefined) problems[name] = 'This page has no such field'
    else if (parsed.success) {
      if (!isEmptyValue(parsed.data)) content[name] = parsed.data
    } else
      for (const { path, message } of parsed.error.issues)
        problems[[name, ...path].join('.')] ??= ofMember(fields.get(name), path[0], message)
  }
  return { content, problems }
}

/** Puts the name of a list's member before a sentence about it, because a page has several pictures and reasons. */
function ofMember(field: PageField | undefined, at: PropertyKey | undefined, sentence: string): string {
  if (field === undefined || typeof at !== 'number') return sentence
  const member = { pictures: `picture ${at + 1}`, reasons: `reason ${at + 1}` }[field.kind as string]
  if (member === undefined) return sentence
  const named = field.max === 1 ? field.label : `${field.label}, ${member}`
  return `${named}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
}

const isEmptyValue = (value: unknown) =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/**
 * Returns a sentence for each part that staff must finish before they can publish the page, by the path of the part.
 */
export function unfinishedIn(page: PageKey, content: PageContent): Record<string, string> {
  const unfinished: Record<string, string> = {}
  for (const [name, field] of fieldsOf(page)) {
    const { kind } = field
    if (kind === 'pictures') {
      const pictures = (content[name] ?? []) as PagePicture[]
      for (const [at, { alt, isDecoration }] of pictures.entries())
        if (alt === '' && !isDecoration)
          unfinished[`${name}.${at}.alt`] = ofMember(field, at, alternativeMissing)
    }
    if (kind === 'reasons') {
      const reasons = (content[name] ?? []) as PageReason[]
      for (const [at, { title, text }] of reasons.entries()) {
        if (title === '') unfinished[`${name}.${at}.title`] = ofMember(field, at, 'Enter a title')
        if (text === '') unfinished[`${name}.${at}.text`] = ofMember(field, at, 'Enter a sentence')
      }
    }
  }
  return unfinished
}

const alternativeMissing =
  'Say what the picture shows, for people who can’t see it. If it’s only decoration, tick “Only decoration”.'

/** Returns the ids of the pictures in a page's content, without repeats. */
export function picturesIn(content: PageContent): string[] {
  const lists = Object.values(content).filter(Array.isArray) as { id?: unknown }[][]
  return [...new Set(lists.flat().flatMap(({ id }) => (typeof id === 'string' ? [id] : [])))]
}
