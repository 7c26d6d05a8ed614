import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { asTyped, line, text } from '../../contract/primitives.ts'
import { contractInputs } from '../harness/contract-inputs.ts'
import { candidates, type Place, placesOf } from '../harness/schema-walk.ts'

const lineBreaks = ['\n', '\r', '\u0085', '\u2028', '\u2029', '\t', '\v']
const directions = [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069']
const unseen = ['\u00ad', '\u200b', '\u2060', '\ufeff', '\ufff9', '\u{e0001}']

const wordsIn = (text: string) => text.trim().split(/\s+/)

/** Texts that may have several lines. */
const withLines = wordsIn(`
  address answer bio body care cardMessage closingNote comment description excerpt feedback_text message note question
  questions reason requirements signature specialRequirements substitution text whatToBring why words
  homeLead homeDescription coursesCard bouquetsCard hallHeading hallLead venueHeading venueLead venueInclusions
  aboutHeading classesHeading reasonsHeading journalHeading contactHeading openingHeading
  venueEvents venueNote aboutLead classesLead diplomasLead workshopsLead diplomaForBeginners workshopForBeginners
  flowersIncluded storeHeading storeLead storeDescription journalLead contactLead footerLine openingLead
  privacyText termsText courseTermsText hallTermsText
`)

/** Fields that keep every character, because they are compared, looked up or read a second time, and are not stored. */
const asTheyCome = [
  wordsIn('password currentPassword newPassword code deviceTokens'),
  wordsIn('q cursor sort category tag record records key version batch'),
  // Fields with the values that the caller saw before a change.
  wordsIn('before before.name before.email before.phone others'),
  // Rows of files, which `cell` checks one by one, fields that no person fills in, and a browser's words about a
  // passkey.
  wordsIn('rows.{key} rows.{value} website trapField transports'),
  // Fields with pictures as bytes.
  wordsIn('image imageUrl imagefirst imagesecond imagethirder imagefoure cover photograph photographs'),
  wordsIn('profile_image pictureText'),
].flat()

const aName = 'Meena Krishnan'
const bases = [aName, ...candidates.filter((one) => typeof one === 'string')]

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...stringsIn(inner)])
}

/** True if the schema accepts a text with one of these characters and keeps the character. */
function keeps(schema: z.ZodMiniType, place: Place, signs: readonly string[]): boolean {
  const isRight = (base: string) => schema.safeParse(place.put(base)).success
  // A place that accepts a name accepts any text, so one name is enough for such a place.
  const right = isRight(aName) ? [aName] : bases.filter(isRight)
  return signs.some((sign) =>
    right.some((base) => {
      const read = schema.safeParse(place.put(`${base.slice(0, 1)}${sign}${base.slice(1)}`))
      return read.success && stringsIn(read.data).some((kept) => kept.includes(sign))
    }),
  )
}

/**
 * Returns the field's name without list numbers. The parent's name is included only if `asTheyCome` has both names, as
 * in `before.name`.
 */
function fieldOf(place: Place, schemaName: string): string {
  const path = place.name.split('.').filter((step) => !/^\d*$/.test(step))
  const whole = path.length === 0 ? schemaName.replace(/ of .*/, '') : path.join('.')
  return asTheyCome.includes(whole) ? whole : (path.at(-1) ?? whole)
}

function keepers(inputs: [string, z.ZodMiniType][], signs: readonly string[], allowed: readonly string[]) {
  const found = inputs.flatMap(([schemaName, schema]) =>
    placesOf(schema)
      .filter(({ kind }) => kind === 'text')
      .filter((place) => !allowed.includes(fieldOf(place, schemaName)) && keeps(schema, place, signs))
      .map((place) => `${place.name} of ${schemaName}`),
  )
  return [...new Set(found)]
}

const inputs = await contractInputs()

describe('the characters that text fields of the contract keep', () => {
  test('every text field of the contract removes characters that change the direction of writing', () => {
    expect(keepers(inputs, directions, asTheyCome)).toEqual([])
  })

  test('every text field of one line removes line breaks and invisible characters', {
    timeout: 60_000,
  }, () => {
    const allowed = [...asTheyCome, ...withLines]
    expect(keepers(inputs, [...lineBreaks, ...unseen], allowed)).toEqual([])
  })

  test('text fields join a letter and its accent into one character, except fields that are compared exactly', {
    timeout: 60_000,
  }, () => {
    const addresses = wordsIn('email emailaddress emailOrNone')
    expect(keepers(inputs, ['e\u0301', '\u0bc6\u0bbe'], [...asTheyCome, ...addresses])).toEqual([])
  })

  test('every field that is listed as an exception exists in the contract', () => {
    const fields = new Set(
      inputs.flatMap(([name, schema]) => placesOf(schema).map((place) => fieldOf(place, name))),
    )
    expect([...withLines, ...asTheyCome].filter((field) => !fields.has(field))).toEqual([])
  })

  test('control: the search finds planted fields that keep forbidden characters', () => {
    const planted: [string, z.ZodMiniType][] = [
      ['a', z.object({ name: asTyped(120), people: z.array(z.object({ title: text(120) })) })],
      ['b', z.object({ name: line(120) })],
    ]
    expect(keepers(planted, directions, [])).toEqual(['name of a'])
    expect(keepers(planted, lineBreaks, [])).toEqual(['name of a', 'people.0.title of a'])
  })
})
