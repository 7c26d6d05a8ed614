import * as z from 'zod/mini'
import { fallbacks } from '../../contract/school/fallbacks.ts'
import { schoolSettingsFields } from '../../contract/school/school-settings.ts'

type Rule = (value: string) => boolean

const fits =
  (schema: z.ZodMiniType): Rule =>
  (value) =>
    schema.safeParse(value).success

const json =
  (schema: z.ZodMiniType): Rule =>
  (value) => {
    try {
      return schema.safeParse(JSON.parse(value)).success
    } catch {
      return false
    }
  }

/** A field of the school's settings is stored as a text, a number, `true` or `false`, or lines. */
const field =
  (schema: z.ZodMiniType): Rule =>
  (value) => {
    const number = /^-?\d{1,12}(\.\d+)?$/.test(value) ? [Number(value)] : []
    const flag = value === 'true' || value === 'false' ? [value === 'true'] : []
    const lines = value.split(/[|\n]/, linesMax).flatMap((line) => line.trim() || [])
    return [value, ...number, ...flag, lines].some((form) => schema.safeParse(form).success)
  }
const linesMax = 100

const bases = json(z.array(z.string().check(z.regex(/^[\w-]{1,100}$/))).check(z.maxLength(100)))
const flag = fits(z.enum(['true', 'false']))
const wholeNumber = fits(z.string().check(z.regex(/^\d{1,15}$/)))
const moment: Rule = (value) => value.length < 40 && !Number.isNaN(Date.parse(value))
const fieldRules = Object.entries(schoolSettingsFields).map(
  ([name, schema]) => [name, field(schema)] as const,
)

/**
 * The row `demonstration` has no rule, because any value of it marks the demonstration. `mail-server` checks its own
 * value.
 */
const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...fieldRules.map(([name, rule]) => [`school.${name}`, rule] as const),
  ['school.isOpen', flag],
  ['school.version', wholeNumber],
  ['school.referencePrefix', (value) => /^[A-Z]{3}$/.test(value)],
  ['school.logo', bases],
  ...['hero', 'hall', 'bouquets', 'courses'].map((place) => [`site-picture.${place}`, bases] as const),
  ...fieldRules.map(([name, rule]) => [`demonstration.${name}`, rule] as const),
  ['demonstration.isOpen', flag],
  ['demonstration.courseRating', (value) => /^\d(\.\d{1,3})?$/.test(value) && Number(value) <= 5],
  ['demonstration.noTopics', (value) => value.length <= 1000],
  ['demonstration.texts', json(z.record(z.string(), z.unknown()))],
  ['demonstration.fallbacks', json(z.partial(z.omit(fallbacks, { texts: true, pictures: true })))],
  ['emptied', json(z.object({ at: z.string().check(z.refine(moment)), backup: z.string() }))],
  ['backup.at', moment],
  ['set-up.trial', moment],
  ['security.owners-need-second-factor', fits(z.enum(['on', 'off']))],
])

/** True if the setting's own form or code could have stored this value. */
export function isReadable(name: string, value: string): boolean {
  return rules.get(name)?.(value) ?? true
}

/**
 * The value used in place of a value that cannot be read. A text becomes empty and a switch becomes off. Otherwise a
 * variable's or the demonstration's value would return, although staff had replaced it. Any other setting counts as not
 * set.
 */
export function valueInPlace(name: string): string | undefined {
  // No default replaces a number that says how much money goes back: nobody then cancels a seat by the rule.
  if (/^(school|demonstration)\.cancel(Hours|Share)$/.test(name)) return ''
  if (!name.startsWith('school.')) return undefined
  return ['', 'false'].find((value) => isReadable(name, value))
}
