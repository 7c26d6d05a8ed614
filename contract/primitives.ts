import * as z from 'zod/mini'
import { emailPattern } from './email-pattern.ts'
import * as error from './fields.en.ts'
import { anyPhonePattern, indianPhonePattern, plainPhone } from './phones.ts'
import { isSchoolDay } from './school-day.ts'

/**
 * Characters that cannot be stored: PostgreSQL refuses NUL, and in every database half of a surrogate pair is lost.
 */
const unfitSigns = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Surrogate}]/u

export function isStorable(value: string): boolean {
  return !unfitSigns.test(value)
}

/** Characters that change the direction of the text, and invisible characters that no script needs. */
const directionMarks = /[\u0080-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Characters that a one-line text may not have. Joiners and the tags of flags are allowed, because words and emoji
 * contain them.
 */
const signsBeyondOneLine = /(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

export function isOneLine(value: string): boolean {
  return !signsBeyondOneLine.test(value)
}

const isSeen = (value: string) => /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value)

/** The most blanks around a text. These blanks are removed, and do not count towards the text's length. */
const blanksMax = 1000

/** The length is checked before anything else, so that a pattern never reads more than `max` characters. */
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

interface TextOptions {
  min?: number
  required?: string
  tooLong?: string
}

const withoutDirections = z.overwrite<string>((value) => value.replace(directionMarks, ''))
/**
 * A character with several encodings is stored in one form, because keyboards and spreadsheets differ (decision 0125).
 */
const composed = z.overwrite<string>((value) => value.normalize('NFC'))

/** Free text of several lines. Direction marks are removed, and control characters are refused. */
export function text(max: number, options: TextOptions = {}) {
  const { required, tooLong = error.tooLong({ max }) } = options
  return z
    .string({ error: required ?? error.textNeeded })
    .check(
      ...bounded(max, tooLong, { isTrimmed: true, rid: [withoutDirections, composed] }),
      z.minLength(options.min ?? (required ? 1 : 0), required),
      z.refine(isStorable, error.hiddenCharacters),
    )
}

/**
 * The rule of all one-line texts: no hidden characters, and at least one visible character unless the text is empty.
 */
export function line(max: number, options: TextOptions = {}) {
  const { required, tooLong = error.tooLong({ max }) } = options
  return z.string({ error: required ?? error.textNeeded }).check(
    ...bounded(max, tooLong, { isTrimmed: true, rid: [composed] }),
    z.minLength(options.min ?? (required ? 1 : 0), required),
    z.refine(isStorable, { error: error.hiddenCharacters, abort: true }),
    z.refine((value) => value === '' || isSeen(value), { error: required ?? error.oneLine, abort: true }),
    z.refine(isOneLine, error.oneLine),
  )
}

/** Keeps a text exactly as it was sent, such as a password, a search or the token of a link. */
export function asTyped(max: number, options: { required?: string; tooLong?: string } = {}) {
  const { required = '', tooLong = error.tooLong({ max }) } = options
  return z
    .string(required ? { error: required } : undefined)
    .check(...bounded(max, tooLong, { required }), z.refine(isStorable, error.hiddenCharacters))
}

/** A text that fits `pattern`. A text that is too long gets the same message, before the pattern reads it. */
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

/**
 * A list of names, sent as one text or as an array. `read` turns either form into an array. The message `tooMuch` names
 * both limits.
 */
export function nameList(
  read: (value: unknown) => string[],
  {
    countMax,
    lengthMax,
    tooMuch,
  }: {
    countMax: number
    lengthMax: number
    tooMuch: (limits: { countMax: number; lengthMax: number }) => string
  },
) {
  const tooMany = tooMuch({ countMax, lengthMax })
  const inText = z.string().check(...bounded(countMax * lengthMax, tooMany))
  const inArray = z.array(z.unknown()).check(z.maxLength(500, tooMany))
  return z.pipe(
    z.union([inText, inArray], { error: tooMany }),
    z.transform((value, context) => {
      const names = read(value).map((name) => name.normalize('NFC'))
      const isTooMuch = names.length > countMax || names.some((name) => name.length > lengthMax)
      const message = isTooMuch
        ? tooMany
        : names.every(isOneLine)
          ? null
          : names.every(isStorable)
            ? error.oneLine
            : error.hiddenCharacters
      if (message !== null) context.issues.push({ code: 'custom', message, input: value })
      return names
    }),
  )
}

/**
 * A hidden field. People leave it empty; if a program fills it in, the response looks like a success and nothing is
 * stored.
 */
export const trapField = z.optional(asTyped(500))

/**
 * Trims an e-mail address and makes it lower case. A missing address and a malformed address have different messages.
 */
export function email(required: string = error.emailRequired) {
  return patterned(254, emailPattern, error.emailInvalid, { isTrimmed: true, required }).check(
    z.refine(isPlainAddress, error.emailInvalid),
    z.toLowerCase(),
  )
}

/** An e-mail address that may be empty, because staff may enter a person who has no address. */
export const emailOrNone = z.union([z.literal(''), email()], { error: error.emailInvalid })

/** Refuses an invisible character, a wide form of a forbidden character, and an empty part of the domain. */
function isPlainAddress(value: string): boolean {
  const plain = value.normalize('NFKC')
  return (
    !/[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value) &&
    emailPattern.test(plain) &&
    !/[.\u3002]{2}|[.\u3002]$/.test(plain.slice(plain.indexOf('@')))
  )
}

/**
 * This limit is checked first. The limit is higher than the length of any number, because blanks and marks are removed
 * later.
 */
const phoneLengthMax = 40

/** A phone number. `plainPhone` reads the typed number, unless the caller gives a `read` function. */
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

export function indianPhone(required: string, invalid: string = error.phoneInvalid) {
  return phone(indianPhonePattern, invalid, { required })
}

export function anyPhone(required: string = error.anyPhoneInvalid) {
  return phone(anyPhonePattern, error.anyPhoneInvalid, { required })
}

/**
 * A phone number or an empty text, which forms send if no number was typed. The union has its own message, because zod
 * would otherwise show only the message of the first option.
 */
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
    // Both options of the union have the message, because a form shows the first option's message.
    [z.number(sentence), z.pipe(patterned(20, pattern, sentence, { isTrimmed: true }), z.transform(Number))],
    { error: sentence },
  )
}

/** A day in the school's calendar (Asia/Kolkata), as `YYYY-MM-DD`. */
export const schoolDay = patterned(10, /^\d{4}-\d{2}-\d{2}$/, error.dateRequired).check(
  z.refine(isSchoolDay, error.dateUnknown),
)

/** A time as 24-hour `HH:MM`. */
export const timeOfDay = patterned(5, /^([01]\d|2[0-3]):[0-5]\d$/, error.timeInvalid)

/** A moment in UTC, in ISO 8601. */
export const instant = z.string()

export const id = patterned(64, /^[A-Za-z0-9_-]+$/, error.idInvalid)
export const idParams = z.object({ id })

/** The token of a link in an e-mail is `id.signature` (`server/platform/signed-links.ts`). */
export const linkParams = z.object({
  token: patterned(97, /^[A-Za-z0-9_-]{1,64}\.[A-Za-z0-9_-]{32}$/, error.linkIncomplete),
})

export const person = { name: z.string(), email: z.string(), phone: z.string() }

/** A sum of money in whole paise; `formatRupees` writes it in rupees. */
export type Paise = number

const largestPriceInRupees = 10_000_000

const decimalPattern = /^\d+(\.\d{1,2})?$/

/** Takes rupees as a number or a decimal string with at most two decimals, and converts them to paise. */
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

/**
 * A number that rises with every change of a record. A write sends back the version on which it is based. A write with
 * an outdated version is refused with 409.
 */
export const version = z.number()

/**
 * The body of a PUT. A field that the body leaves out keeps its value. `version` is the version that the form was
 * opened with.
 */
export function patchOf<Shape extends z.core.$ZodShape>(fields: Shape) {
  return z.extend(z.partial(z.object(fields)), { version: z.optional(version) })
}

/**
 * A record as our pages accept it (`readAs`). A response must have the fields of `required`; the page has defaults for
 * all other fields.
 */
export function inPart<Shape extends z.core.$ZodShape>(fields: Shape, required: z.core.$ZodShape) {
  const all = Object.entries(fields).map(([name, field]) => [name, z.nullish(field)])
  return z.object({ ...(Object.fromEntries(all) as z.core.$ZodShape), ...required })
}

/** A list as our pages accept it (`readAs`): bare, in `data`, in `data.data`, or in `impacts`. */
export function listOrWrapped(row: z.ZodMiniType) {
  const list = z.array(row)
  const data = z.union([list, z.object({ data: list })])
  return z.union([list, z.object({ data }), z.object({ impacts: list })])
}

export const anyId = z.union([z.string(), z.number()])

export const listLimitMax = 1000
const limitSentence = error.rowsFrom1To({ max: listLimitMax })
/**
 * A cursor contains two columns of a row, and one of these columns may be the longest text of the row, in any script.
 */
const cursorLengthMax = 1000

/**
 * The query parameters for a long list, which is read in pages of at most 1,000 rows. The `Link` header has the cursor
 * of the next page.
 */
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

/** A range of days; both ends are included. */
export const between = { from: z.optional(schoolDay), to: z.optional(schoolDay) }

/**
 * Refuses a range that ends before it begins, because an empty list would wrongly suggest that there was nothing.
 */
export function inOrder<Query extends z.ZodMiniType<{ from?: string | undefined; to?: string | undefined }>>(
  query: Query,
): Query {
  return query.check(
    z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['to'],
      error: error.daysReversed,
    }),
  )
}

/** Sums over all rows of a list. Each sum is null if the search finds too many rows to add up. */
export const listTotals = z.object({
  count: z.nullable(z.number()),
  /**
   * Decimal strings in rupees: the prices of rows that are not cancelled, the money received for them and kept, and the
   * sum due.
   */
  amount: z.nullable(z.string()),
  paid: z.nullable(z.string()),
  due: z.nullable(z.string()),
})
export type ListTotals = z.output<typeof listTotals>

export const pageQuery = z.pick(listQuery, { limit: true, cursor: true, q: true })

/** The query parameters for a list with a sort order. The first of `sorts` is the default. */
export function sortedQuery<const Sorts extends readonly string[]>(sorts: Sorts) {
  return z.extend(listQuery, { sort: z.optional(z.enum(sorts)) })
}

/**
 * The limit for a body with a picture: the largest picture in base64, and the other fields of a form. Other routes
 * accept only small bodies.
 */
export const imageBodyLimit = 14 * 1024 * 1024

/**
 * A picture as a data URL or bare base64. The picture's kind follows from its bytes (`server/platform/pictures.ts`).
 */
export const pictureText = z.string().check(z.maxLength(imageBodyLimit, { abort: true }))

const percent = z.number().check(z.int(), z.gte(0), z.lte(100))
/** A point of a picture, in percent of its width and height. */
export const focusPoint = z.object({ x: percent, y: percent })
export type FocusPoint = z.output<typeof focusPoint>

/**
 * A stored picture. Its files are `${base}-${width}.avif|webp|jpg`; `base` begins with `/uploads/`. If the AVIF files
 * have more widths than the other files, `avifWidths` lists all widths of the AVIF files.
 */
export const picture = z.object({
  base: z.string(),
  widths: z.array(z.number()),
  avifWidths: z.optional(z.array(z.number())),
  width: z.number(),
  height: z.number(),
  color: z.string(),
  /**
   * The point that crops keep in sight, in percent of the width and height. The default is the middle of the picture.
   */
  focus: z.optional(focusPoint),
})
export type Picture = z.output<typeof picture>
