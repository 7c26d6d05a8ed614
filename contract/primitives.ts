import * as z from 'zod/mini'
import { emailPattern } from './email-pattern.ts'

/** P§5: the sentences and rules that several forms share. */
export const sentences = {
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email address',
} as const

/** Ten digits starting with 6-9: an Indian mobile number (P§5, P§9). */
export const indianPhonePattern = /^[6-9]\d{9}$/

// NUL is refused by PostgreSQL's text type; other control characters have no place in what people type.
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Free text, trimmed, without control characters, at most `max` characters. */
export function text(max: number, options: { min?: number; required?: string } = {}) {
  return z.string(options.required ? { error: options.required } : undefined).check(
    z.trim(),
    z.minLength(options.min ?? (options.required ? 1 : 0), options.required),
    z.maxLength(max, `Please use at most ${max} characters`),
    z.refine((value) => !controlCharacters.test(value), 'Please remove the special control characters'),
  )
}

/** An e-mail address, trimmed and in lower case; missing and malformed have their own sentences. */
export function email(required: string = sentences.emailRequired) {
  return z.string({ error: required }).check(
    z.trim(),
    z.minLength(1, required),
    z.maxLength(254, sentences.emailInvalid),
    z.regex(emailPattern, sentences.emailInvalid),
    z.refine((value) => !controlCharacters.test(value), sentences.emailInvalid),
    z.toLowerCase(),
  )
}

export function indianPhone(required: string, invalid: string) {
  return z
    .string({ error: required })
    .check(z.trim(), z.minLength(1, required), z.regex(indianPhonePattern, invalid))
}

/** A day in the school's calendar, `YYYY-MM-DD`, Asia/Kolkata (reading S7). */
export const schoolDay = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Please enter a date'),
  z.refine((day) => {
    const date = new Date(`${day}T00:00:00Z`)
    return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day.slice(8))
  }, 'Please enter a date that exists'),
)
export type SchoolDay = string

/** An hour of the day, 24-hour `HH:MM`. */
export const timeOfDay = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 10:30'))

/** An instant, UTC ISO 8601. */
export const instant = z.string()

export const id = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[A-Za-z0-9_-]+$/))
export const idParams = z.object({ id })

/** The token of a link in a letter: `id.signature` (`server/platform/signed-links.ts`). */
export const linkParams = z.object({
  token: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}\.[A-Za-z0-9_-]{32}$/)),
})

/** Whole paise; shown as rupees with `formatRupees`. */
export type Paise = number

const largestPriceInRupees = 10_000_000

/** Rupees as typed or sent: a number or a decimal string, at most two decimals. Parsed to paise. */
export function rupees(sentence: string) {
  return z.pipe(
    z.union([z.number(), z.string()], { error: sentence }).check(
      z.refine((value) => {
        if (!/^\d+(\.\d{1,2})?$/.test(String(value).trim())) return false
        return Number(value) <= largestPriceInRupees
      }, sentence),
    ),
    z.transform((value) => Math.round(Number(value) * 100)),
  )
}

/** `{ success: true }`, the plainest success. */
export const done = z.object({ success: z.literal(true) })

/** `{ success: true, data }` (reading W1). */
export function wrapped<T extends z.ZodMiniType>(data: T) {
  return z.object({ success: z.literal(true), data })
}

/** Bounded reading of long lists (reading W6): at most 1,000 rows, the next cursor travels in `Link`. */
export const listQuery = z.object({
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000))),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  q: z.optional(z.string().check(z.maxLength(100))),
  sort: z.optional(z.string().check(z.maxLength(40))),
})
export const listLimitMax = 1000

/** The routes of pictures alone take large bodies: base64 of the largest picture and the rest of a form (reading W5). */
export const imageBodyLimit = 14 * 1024 * 1024

/** One picture as pages use it: its files are `${base}-${width}.avif|webp|jpg`; `base` begins with `/uploads/`. */
export const picture = z.object({
  base: z.string(),
  widths: z.array(z.number()),
  width: z.number(),
  height: z.number(),
  color: z.string(),
})
export type Picture = z.output<typeof picture>
