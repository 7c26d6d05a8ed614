import * as z from 'zod/mini'
import { emailPattern } from './email-pattern.ts'
import { anyPhonePattern, indianPhonePattern, plainPhone } from './phones.ts'
import { isSchoolDay } from './school-day.ts'

export const sentences = {
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email address',
  phoneInvalid: 'Please enter a valid 10-digit Indian mobile number (starting with 6-9)',
  anyPhoneInvalid:
    'Please enter a 10-digit mobile number, a landline with its 0 such as 044 2345 6789, or a number with + and the country',
  timeInvalid: 'Please enter a time such as 10:30',
} as const

/** Control signs, NUL, which PostgreSQL refuses, and half surrogate pairs, which no database gives back. */
const unfitSigns = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Surrogate}]/u

export function isStorable(value: string): boolean {
  return !unfitSigns.test(value)
}

/** Marks that turn the direction of what follows, and signs that nobody sees and no script needs. */
const directionMarks = /[\u0080-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Line breaks, and signs that nobody sees; joiners and the marks of flags stand in words and emoji. */
const signsBeyondOneLine = /(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

export function isOneLine(value: string): boolean {
  return !signsBeyondOneLine.test(value)
}

const isSeen = (value: string) => /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value)

/** Blanks that a text may have around it beyond its length; they are cut off. */
const blanksMax = 1000

/** Each text from outside is measured first: no pattern ever looks at more than `max` characters (R21). */
function bounded(
  max: number,
  tooLong: string,
  { isTrimmed = false, required = '', rid = [] as z.core.$ZodCheck<string>[] } = {},
) {
  const atMost = (characters: number) => z.maxLength(characters, { error: tooLong, abort: true })
  return [
    ...(isTrimmed ? [atMost(max + blanksMax), ...rid, z.trim()] : []),
    atMost(max),
    ...(required === '' ? [] : [z.minLength(1, required)]),
  ]
}

const unfitSentence = 'Please remove the special control characters'

function tooLongSentence(max: number): string {
  return `Please use at most ${max} characters`
}

interface TextOptions {
  min?: number
  required?: string
  tooLong?: string
}

const withoutDirections = z.overwrite<string>((value) => value.replace(directionMarks, ''))
/** A letter is written in one way, however a keyboard or a spreadsheet makes it (decision 0125). */
const composed = z.overwrite<string>((value) => value.normalize('NFC'))

/** Free text with its lines, trimmed, without control characters and direction marks, at most `max` characters. */
export function text(max: number, options: TextOptions = {}) {
  const { required, tooLong = tooLongSentence(max) } = options
  return z
    .string(required ? { error: required } : undefined)
    .check(
      ...bounded(max, tooLong, { isTrimmed: true, rid: [withoutDirections, composed] }),
      z.minLength(options.min ?? (required ? 1 : 0), required),
      z.refine(isStorable, unfitSentence),
    )
}

const oneLineSentence = 'Please write it in one line, without hidden characters'

/** The one rule of names, titles and all else that is one line: nothing hidden, and something to see unless it is empty. */
export function line(max: number, options: TextOptions = {}) {
  const { required, tooLong = tooLongSentence(max) } = options
  return z.string(required ? { error: required } : undefined).check(
    ...bounded(max, tooLong, { isTrimmed: true, rid: [composed] }),
    z.minLength(options.min ?? (required ? 1 : 0), required),
    z.refine(isStorable, { error: unfitSentence, abort: true }),
    z.refine((value) => value === '' || isSeen(value), { error: required ?? oneLineSentence, abort: true }),
    z.refine(isOneLine, oneLineSentence),
  )
}

/** Text as it was typed, letter for letter, of at most `max` characters: a password, a search, what a link carries. */
export function asTyped(max: number, options: { required?: string; tooLong?: string } = {}) {
  const { required = '', tooLong = tooLongSentence(max) } = options
  return z
    .string(required ? { error: required } : undefined)
    .check(...bounded(max, tooLong, { required }), z.refine(isStorable, unfitSentence))
}

/** Text of one form, of at most `max` characters; one that is longer is refused with the same sentence, unread. */
export function patterned(
  max: number,
  pattern: RegExp,
  sentence: string,
  options: { isTrimmed?: boolean; required?: string } = {},
) {
  const { required } = options
  return z
    .string({ error: required ?? sentence })
    .check(...bounded(max, sentence, options), z.regex(pattern, sentence), z.refine(isOneLine, sentence))
}

/** Names, in one text or an array (reading W7); `read` makes texts of either. `what` they are stands in the refusal. */
export function nameList(
  read: (value: unknown) => string[],
  { countMax, lengthMax, what }: { countMax: number; lengthMax: number; what: string },
) {
  const tooMuch = `Please use at most ${countMax} ${what} of ${lengthMax} characters each`
  const inText = z.string().check(...bounded(countMax * lengthMax, tooMuch))
  const inArray = z.array(z.unknown()).check(z.maxLength(500, tooMuch))
  return z.pipe(
    z.union([inText, inArray], { error: tooMuch }),
    z.transform((value, context) => {
      const names = read(value).map((name) => name.normalize('NFC'))
      const isTooMuch = names.length > countMax || names.some((name) => name.length > lengthMax)
      const message = isTooMuch
        ? tooMuch
        : names.every(isOneLine)
          ? null
          : names.every(isStorable)
            ? oneLineSentence
            : unfitSentence
      if (message !== null) context.issues.push({ code: 'custom', message, input: value })
      return names
    }),
  )
}

/** A field that people do not see. If a program fills it in, the answer is a success and nothing is kept. */
export const trapField = z.optional(asTyped(500))

/** An e-mail address, trimmed and in lower case; missing and malformed have their own sentences. */
export function email(required: string = sentences.emailRequired) {
  return patterned(254, emailPattern, sentences.emailInvalid, { isTrimmed: true, required }).check(
    z.refine(isPlainAddress, sentences.emailInvalid),
    z.toLowerCase(),
  )
}

/** The address of somebody whom staff write down, who may have none: then it is empty. */
export const emailOrNone = z.union([z.literal(''), email()], { error: sentences.emailInvalid })

/** No invisible character, no wide form of a forbidden mark, no empty part of the domain. */
function isPlainAddress(value: string): boolean {
  const plain = value.normalize('NFKC')
  return (
    !/[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value) &&
    emailPattern.test(plain) &&
    !/[.\u3002]{2}|[.\u3002]$/.test(plain.slice(plain.indexOf('@')))
  )
}

/** Signs between the digits of a number, and marks that nobody sees, count until they are taken away. */
const phoneLengthMax = 40

/** A phone number of this form, as `plainPhone` reads it, or `read`. */
export function phone(
  pattern: RegExp,
  invalid: string,
  { required = invalid, read = plainPhone }: { required?: string; read?: (typed: string) => string } = {},
) {
  return z
    .string({ error: required })
    .check(
      ...bounded(phoneLengthMax, invalid, { isTrimmed: true, required }),
      z.overwrite(read),
      z.regex(pattern, invalid),
      z.refine(isOneLine, invalid),
    )
}

export function indianPhone(required: string, invalid: string = sentences.phoneInvalid) {
  return phone(indianPhonePattern, invalid, { required })
}

export function anyPhone(required: string = sentences.anyPhoneInvalid) {
  return phone(anyPhonePattern, sentences.anyPhoneInvalid, { required })
}

/** A form sends an empty field for no number, and shows the first refusal inside a union. */
export function orNoPhone<Schema extends z.ZodMiniType>(schema: Schema, invalid: string) {
  return z.union([z.literal('', invalid), schema], { error: invalid })
}

export function keyError(issue: {
  code?: string
  issues?: readonly { message: string }[]
}): string | undefined {
  return issue.code === 'invalid_key' ? issue.issues?.[0]?.message : undefined
}

/** A number, or the text of one as forms send it. */
export function numeric(pattern: RegExp, sentence: string) {
  return z.union(
    // A form shows the first refusal inside a union, so the number says the sentence too.
    [z.number(sentence), z.pipe(patterned(20, pattern, sentence, { isTrimmed: true }), z.transform(Number))],
    { error: sentence },
  )
}

/** A day in the school's calendar, `YYYY-MM-DD`, Asia/Kolkata (reading S7). */
export const schoolDay = patterned(10, /^\d{4}-\d{2}-\d{2}$/, 'Please enter a date').check(
  z.refine(isSchoolDay, 'Please enter a date that exists'),
)

/** An hour of the day, 24-hour `HH:MM`. */
export const timeOfDay = patterned(5, /^([01]\d|2[0-3]):[0-5]\d$/, sentences.timeInvalid)

/** An instant, UTC ISO 8601. */
export const instant = z.string()

export const id = patterned(
  64,
  /^[A-Za-z0-9_-]+$/,
  'We do not know this one. Please reload the page and try again.',
)
export const idParams = z.object({ id })

/** The token of a link in a letter: `id.signature` (`server/platform/signed-links.ts`). */
export const linkParams = z.object({
  token: patterned(97, /^[A-Za-z0-9_-]{1,64}\.[A-Za-z0-9_-]{32}$/, 'This link is not whole.'),
})

/** Whom the school can reach. */
export const person = { name: z.string(), email: z.string(), phone: z.string() }

/** Whole paise; shown as rupees with `formatRupees`. */
export type Paise = number

const largestPriceInRupees = 10_000_000

const decimalPattern = /^\d+(\.\d{1,2})?$/

/** Rupees as typed or sent: a number or a decimal string, at most two decimals. Parsed to paise. */
export function rupees(sentence: string) {
  return z.pipe(
    numeric(decimalPattern, sentence).check(
      z.refine((value) => decimalPattern.test(String(value)) && value <= largestPriceInRupees, sentence),
    ),
    z.transform((value) => Math.round(value * 100)),
  )
}

/** `{ success: true }`, the plainest success. */
export const done = z.object({ success: z.literal(true) })

/** `{ success: true, data }` (reading W1). */
export function wrapped<T extends z.ZodMiniType>(data: T) {
  return z.object({ success: z.literal(true), data })
}

/** Rises with every change of a record; sent back on write, a stale one is refused with 409. */
export const version = z.number()

/** PUT merges: what is absent stays (reading W3). `version` is the one that the form was opened on. */
export function patchOf<Shape extends z.core.$ZodShape>(fields: Shape) {
  return z.extend(z.partial(z.object(fields)), { version: z.optional(version) })
}

/**
 * For `readAs`: a record of which anything may be missing but what `required` says anew; what is missing has its default
 * in the page.
 */
export function inPart<Shape extends z.core.$ZodShape>(fields: Shape, required: z.core.$ZodShape) {
  const all = Object.entries(fields).map(([name, field]) => [name, z.nullish(field)])
  return z.object({ ...(Object.fromEntries(all) as z.core.$ZodShape), ...required })
}

/** For `readAs`: a list as it is, or in `data` or `impacts`, once or twice (reading W1). */
export function listOrWrapped(row: z.ZodMiniType) {
  const list = z.array(row)
  const data = z.union([list, z.object({ data: list })])
  return z.union([list, z.object({ data }), z.object({ impacts: list })])
}

/** For `readAs`: what others call an id. */
export const anyId = z.union([z.string(), z.number()])

export const listLimitMax = 1000
const limitSentence = `Please ask for 1 to ${listLimitMax} rows at a time`
/** Two columns of a row, of which one may be its longest text in any script. */
const cursorLengthMax = 1000

/** Bounded reading of long lists (reading W6): at most 1,000 rows, the next cursor travels in `Link`. */
export const listQuery = z.object({
  limit: z.optional(
    z.union(
      [
        z.int().check(z.gte(1), z.lte(listLimitMax)),
        z.pipe(patterned(4, /^([1-9]\d{0,2}|1000)$/, limitSentence), z.transform(Number)),
      ],
      { error: limitSentence },
    ),
  ),
  cursor: z.optional(asTyped(cursorLengthMax)),
  q: z.optional(asTyped(100)),
  sort: z.optional(asTyped(40)),
})

/** The first and the last day of what is listed, both included. */
export const between = { from: z.optional(schoolDay), to: z.optional(schoolDay) }

/** Refuses a last day before the first: an empty list would say that there was nothing. */
export function inOrder<Query extends z.ZodMiniType<{ from?: string | undefined; to?: string | undefined }>>(
  query: Query,
): Query {
  const error = 'Please choose a last day that is not before the first'
  return query.check(
    z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, { path: ['to'], error }),
  )
}

/**
 * What all rows of a list make together; rupees as decimal strings. Each is null for words that so many rows have that they
 * are not summed up.
 */
export const listTotals = z.object({
  count: z.nullable(z.number()),
  /** Prices of what stands, what came for it and is here, and what is still to come. */
  amount: z.nullable(z.string()),
  paid: z.nullable(z.string()),
  due: z.nullable(z.string()),
})
export type ListTotals = z.output<typeof listTotals>

/** For a list that has one order. */
export const pageQuery = z.pick(listQuery, { limit: true, cursor: true, q: true })

/** For a list with these orders, the first of them by default. */
export function sortedQuery<const Sorts extends readonly string[]>(sorts: Sorts) {
  return z.extend(listQuery, { sort: z.optional(z.enum(sorts)) })
}

/** The routes of pictures alone take large bodies: base64 of the largest picture and the rest of a form (reading W5). */
export const imageBodyLimit = 14 * 1024 * 1024

/** Data URL or bare base64 of a picture: what it is, its bytes tell (`server/platform/pictures.ts`). */
export const pictureText = z.string().check(z.maxLength(imageBodyLimit, { abort: true }))

/**
 * One picture as pages use it: its files are `${base}-${width}.avif|webp|jpg`; `base` begins with `/uploads/`. If the AVIF
 * is there in more widths, `avifWidths` has all of them.
 */
export const picture = z.object({
  base: z.string(),
  widths: z.array(z.number()),
  avifWidths: z.optional(z.array(z.number())),
  width: z.number(),
  height: z.number(),
  color: z.string(),
})
export type Picture = z.output<typeof picture>
