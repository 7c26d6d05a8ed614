import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { asTyped, line, text } from '../../contract/primitives.ts'
import { contractInputs } from '../harness/contract-inputs.ts'
import { candidates, type Place, placesOf } from '../harness/schema-walk.ts'

const lineBreaks = ['\n', '\r', '\u0085', '\u2028', '\u2029', '\t', '\v']
const directions = [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069']
const unseen = ['\u00ad', '\u200b', '\u2060', '\ufeff', '\ufff9', '\u{e0001}']

const wordsIn = (text: string) => text.trim().split(/\s+/)

/** Texts with their own lines. */
const withLines = wordsIn(`
  address answer bio body care cardMessage closingNote comment description excerpt feedback_text message note question
  questions reason requirements specialRequirements substitution whatToBring why words
`)

/** Read as they were typed, because they are compared or looked up, or are read once more, and are not stored. */
const asTheyCome = [
  wordsIn('password currentPassword newPassword code deviceTokens'),
  wordsIn('q cursor sort category tag record records key version batch'),
  // What the caller saw.
  wordsIn('before before.name before.email before.phone others'),
  // Rows of files, which `cell` reads one by one; what no person fills in; what a browser says of a key.
  wordsIn('rows.{key} rows.{value} website trapField transports'),
  // Bytes.
  wordsIn('image imageUrl imagefirst imagesecond imagethirder imagefoure cover photograph photographs'),
  wordsIn('profile_image pictureText'),
].flat()

const bases = ['Meena Krishnan', ...candidates.filter((one) => typeof one === 'string')]

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...stringsIn(inner)])
}

/** Whether a text that is right but for one of these signs is read, and the sign with it. */
function keeps(schema: z.ZodMiniType, place: Place, signs: readonly string[]): boolean {
  return signs.some((sign) =>
    bases.some((base) => {
      const read = schema.safeParse(place.put(`${base.slice(0, 1)}${sign}${base.slice(1)}`))
      return read.success && stringsIn(read.data).some((kept) => kept.includes(sign))
    }),
  )
}

/** `recipientName`, `before.name`: without the numbers of lists, and without what it lies in unless that says more. */
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

describe('every text of the contract', () => {
  test('that has lines keeps no mark that turns its direction', () => {
    expect(keepers(inputs, directions, asTheyCome)).toEqual([])
  })

  test('that is one line keeps no line break and no sign that nobody sees', { timeout: 60_000 }, () => {
    const allowed = [...asTheyCome, ...withLines]
    expect(keepers(inputs, [...lineBreaks, ...unseen], allowed)).toEqual([])
  })

  test('keeps a letter in one sign, but where it is compared letter for letter', { timeout: 60_000 }, () => {
    const addresses = wordsIn('email emailaddress emailOrNone')
    expect(keepers(inputs, ['e\u0301', '\u0bc6\u0bbe'], [...asTheyCome, ...addresses])).toEqual([])
  })

  test('that may keep them is there', () => {
    const fields = new Set(
      inputs.flatMap(([name, schema]) => placesOf(schema).map((place) => fieldOf(place, name))),
    )
    expect([...withLines, ...asTheyCome].filter((field) => !fields.has(field))).toEqual([])
  })

  test('the walk finds what keeps them', () => {
    const planted: [string, z.ZodMiniType][] = [
      ['a', z.object({ name: asTyped(120), people: z.array(z.object({ title: text(120) })) })],
      ['b', z.object({ name: line(120) })],
    ]
    expect(keepers(planted, directions, [])).toEqual(['name of a'])
    expect(keepers(planted, lineBreaks, [])).toEqual(['name of a', 'people.0.title of a'])
  })
})
