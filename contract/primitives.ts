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

/** PostgreSQL refuses NUL, and no database gives half surrogate pairs back. */
const unfitSigns = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Surrogate}]/u

export function isStorable(value: string): boolean {
  return !unfitSigns.test(value)
}

/** Signs that change the direction of the text, and invisible signs that no script needs. */
const directionMarks = /[\u0080-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** It skips joiners and the marks of flags, because they stand in words and emoji. */
const signsBeyondOneLine = /(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

export function isOneLine(value: string): boolean {
  return !signsBeyondOneLine.test(value)
}

const isSeen = (value: string) => /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value)

/** The most blanks around a text beyond its length; they are cut off. */
const blanksMax = 1000

/** Each text from outside is measured first, so that no pattern ever looks at more than `max` characters. */
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
/** A letter is kept in one spelling, because keyboards and spreadsheets make several (decision 0125). */
const composed = z.overwrite<string>((value) => value.normalize('NFC'))

/** Free text keeps its lines; it loses direction marks, and control characters are refused. */
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

/** It is the one rule of all one-line texts: nothing hidden, and something to see unless the text is empty. */
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

/** It keeps a text letter for letter, such as a password, a search or what a link carries. */
export function asTyped(max: number, options: { required?: string; tooLong?: string } = {}) {
  const { required = '', tooLong = tooLongSentence(max) } = options
  return z
    .string(required ? { error: required } : undefined)
    .check(...bounded(max, tooLong, { required }), z.refine(isStorable, unfitSentence))
}

/** A longer text is refused with the same sentence, and no pattern reads it. */
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

/** Names come in one text or an array; `read` makes texts of either. The refusal calls them `what`. */
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

/** People do not see this field. If a program fills it in, the answer is a success and nothing is kept. */
export const trapField = z.optional(asTyped(500))

/** It is trimmed and in lower case; a missing and a malformed address have their own sentences. */
export function email(required: string = sentences.emailRequired) {
  return patterned(254, emailPattern, sentences.emailInvalid, { isTrimmed: true, required }).check(
    z.refine(isPlainAddress, sentences.emailInvalid),
    z.toLowerCase(),
  )
}

/** Staff may write down somebody without an address; then it is empty. */
export const emailOrNone = z.union([z.literal(''), email()], { error: sentences.emailInvalid })

/** It refuses an invisible character, a wide form of a forbidden mark, and an empty part of the domain. */
function isPlainAddress(value: string): boolean {
  const plain = value.normalize('NFKC')
  return (
    !/[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value) &&
    emailPattern.test(plain) &&
    !/[.\u3002]{2}|[.\u3002]$/.test(plain.slice(plain.indexOf('@')))
  )
}

/** Signs between digits and marks that nobody sees count until they are taken away. */
const phoneLengthMax = 40

/** `plainPhone` reads the number, unless `read` does. */
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

export function numeric(pattern: RegExp, sentence: string) {
  return z.union(
    // A form shows the first refusal inside a union, so the number says the sentence too.
    [z.number(sentence), z.pipe(patterned(20, pattern, sentence, { isTrimmed: true }), z.transform(Number))],
    { error: sentence },
  )
}

/** It is a day in the school's calendar, `YYYY-MM-DD`, Asia/Kolkata. */
export const schoolDay = patterned(10, /^\d{4}-\d{2}-\d{2}$/, 'Please enter a date').check(
  z.refine(isSchoolDay, 'Please enter a date that exists'),
)

/** It is 24-hour `HH:MM`. */
export const timeOfDay = patterned(5, /^([01]\d|2[0-3]):[0-5]\d$/, sentences.timeInvalid)

/** It is UTC in ISO 8601. */
export const instant = z.string()

export const id = patterned(
  64,
  /^[A-Za-z0-9_-]+$/,
  'We do not know this one. Please reload the page and try again.',
)
export const idParams = z.object({ id })

/** A letter's link carries `id.signature` (`server/platform/signed-links.ts`). */
export const linkParams = z.object({
  token: patterned(97, /^[A-Za-z0-9_-]{1,64}\.[A-Za-z0-9_-]{32}$/, 'This link is not whole.'),
})

export const person = { name: z.string(), email: z.string(), phone: z.string() }

/** Paise are whole; `formatRupees` shows them as rupees. */
export type Paise = number

const largestPriceInRupees = 10_000_000

const decimalPattern = /^\d+(\.\d{1,2})?$/

/** It takes rupees as a number or a decimal string, with at most two decimals, and makes paise of them. */
export function rupees(sentence: string) {
  return z.pipe(
    numeric(decimalPattern, sentence).check(
      z.refine((value) => decimalPattern.test(String(value)) && value <= largestPriceInRupees, sentence),
    ),
    z.transform((value) => Math.round(value * 100)),
  )
}

export const done = z.object({ success: z.literal(true) })

export function wrapped<T extends z.ZodMiniType>(data: T) {
  return z.object({ success: z.literal(true), data })
}

/** It rises with every change of a record. A write sends it back, and a stale one is refused with 409. */
export const version = z.number()

/** PUT merges, so absent fields stay. `version` is the one that the form was opened on. */
export function patchOf<Shape extends z.core.$ZodShape>(fields: Shape) {
  return z.extend(z.partial(z.object(fields)), { version: z.optional(version) })
}

/** A record for `readAs` may lack anything but the fields of `required`; the page has defaults for what is missing. */
export function inPart<Shape extends z.core.$ZodShape>(fields: Shape, required: z.core.$ZodShape) {
  const all = Object.entries(fields).map(([name, field]) => [name, z.nullish(field)])
  return z.object({ ...(Object.fromEntries(all) as z.core.$ZodShape), ...required })
}

/** A list for `readAs` may stand alone, or in `data` or `impacts`, once or twice. */
export function listOrWrapped(row: z.ZodMiniType) {
  const list = z.array(row)
  const data = z.union([list, z.object({ data: list })])
  return z.union([list, z.object({ data }), z.object({ impacts: list })])
}

export const anyId = z.union([z.string(), z.number()])

export const listLimitMax = 1000
const limitSentence = `Please ask for 1 to ${listLimitMax} rows at a time`
/** A cursor holds two columns of a row, one of which may be its longest text in any script. */
const cursorLengthMax = 1000

/** A long list is read in parts of at most 1,000 rows; the next cursor travels in `Link`. */
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

/** Both days are included. */
export const between = { from: z.optional(schoolDay), to: z.optional(schoolDay) }

/** It refuses a last day before the first, because an empty list would say that there was nothing. */
export function inOrder<Query extends z.ZodMiniType<{ from?: string | undefined; to?: string | undefined }>>(
  query: Query,
): Query {
  const error = 'Please choose a last day that is not before the first'
  return query.check(
    z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, { path: ['to'], error }),
  )
}

/** They sum all rows of a list; each is null if too many rows have the searched words to be summed up. */
export const listTotals = z.object({
  count: z.nullable(z.number()),
  /** Sums are decimal strings in rupees: prices of live rows, what came for them and is here, and what is due. */
  amount: z.nullable(z.string()),
  paid: z.nullable(z.string()),
  due: z.nullable(z.string()),
})
export type ListTotals = z.output<typeof listTotals>

export const pageQuery = z.pick(listQuery, { limit: true, cursor: true, q: true })

/** The first order is the default. */
export function sortedQuery<const Sorts extends readonly string[]>(sorts: Sorts) {
  return z.extend(listQuery, { sort: z.optional(z.enum(sorts)) })
}

/** Only routes of pictures take large bodies: base64 of the largest picture and the rest of a form. */
export const imageBodyLimit = 14 * 1024 * 1024

/** It is a data URL or bare base64; the bytes tell what the picture is (`server/platform/pictures.ts`). */
export const pictureText = z.string().check(z.maxLength(imageBodyLimit, { abort: true }))

/**
 * Its files are `${base}-${width}.avif|webp|jpg`; `base` begins with `/uploads/`. If the AVIF is there in more widths,
 * `avifWidths` has all of them.
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
