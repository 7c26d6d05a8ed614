import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { textsIn } from '../../scripts/pseudo-language.mjs'

const catalogues = globSync('{contract,server,web}/**/*.en.{ts,tsx}').sort()

/** The texts of a catalogue that have letters, without the spaces around them. */
const textsOf = (file: string) =>
  textsIn(readFileSync(file, 'utf8'), file)
    .map(({ text }) => text.trim())
    .filter((text) => /\p{L}/u.test(text))

/** Words that a catalogue does not use, each with the word to use instead (docs/guides/write-a-sentence.md). */
const replaced: [word: RegExp, instead: string][] = [
  [/\be?mails?\b(?<!e-mails?)/i, 'e-mail'],
  [/\bletters?\b(?! and digits|, digits)/i, 'e-mail, or message'],
  [/\bchats?\b/i, 'WhatsApp message'],
  [/\bsecond factor/i, 'two-factor sign-in'],
  [/\bvouchers?\b/i, 'code'],
  [/\bwhoever\b/i, 'the person who'],
  [/\bsomebody\b/i, 'someone'],
  [/\b(?:goes|pay|paid) (?:it )?back\b/i, 'refund'],
  [/\benroll(?:s|ments?)?\b/i, 'enrol, or enrolment'],
  [/'/, 'a curly apostrophe'],
  [/;/, 'two sentences'],
]

/** Texts that the specification fixes, although they use another word. */
const fixed = new Set([
  'Email',
  'Invalid email or password.',
  'Your email address',
  'Please enter both email and password',
  'Email is required',
  'Enroll Now',
  '❌ Enrollment Failed',
  'There was an issue processing your enrollment. Please try again or contact support.',
  'Please enter your email address',
  'Please enter a valid email address',
  "! You've successfully signed in.",
  "What you'll learn",
  "You've been logged out successfully",
])

test('the catalogues are found, and have texts', () => {
  expect(catalogues.length).toBeGreaterThan(40)
  for (const file of catalogues) expect(textsOf(file), file).not.toEqual([])
})

/** Texts of the back office that the specification fixes, or that people search for. */
const fixedForStaff = new Set([
  'Event & Class Enrollments',
  'Event Enrollments',
  'Class Enrollments',
  'Failed to fetch event class enrollments data',
  'enrol enroll caller walk-in student seat new',
])

test('the back office spells enrolment in one way, except in specified texts', () => {
  const files = globSync('web/admin/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] })
  const found = files.flatMap((file) =>
    textsOf(file)
      .filter((text) => /\benroll(?:s|ments?)?\b/i.test(text) && /[A-Z ]/.test(text.replaceAll('/api/', '')))
      .filter((text) => !fixedForStaff.has(text) && !/^(?:GET|POST|PUT|PATCH|DELETE) /.test(text))
      .map((text) => `${file}: ${text}`),
  )
  expect([files.length > 100, found]).toEqual([true, []])
})

test('the back office names the e-mail server and people with the same words as the catalogues', () => {
  const files = globSync('{web/admin,contract}/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] })
  const found = files.flatMap((file) =>
    textsOf(file)
      .filter((text) => /(?<!e-)\bmail server\b|\bwhoever\b|\bsomebody\b|\bE-mails wait\b/i.test(text))
      .map((text) => `${file}: ${text}`),
  )
  expect([files.length > 200, found]).toEqual([true, []])
})

test('the back office promises an e-mail only where it knows that the school sends them', () => {
  const files = globSync('web/admin/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] })
  const found = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    return [...source.matchAll(/we’ll (?:also )?(?:e-mail|tell|let|write to)\b/gi)]
      .filter(
        ({ index }) => !/told\(|sendsEmails|sendsMail/.test(source.slice(Math.max(0, index - 250), index)),
      )
      .map(({ 0: words, index }) => `${file}:${source.slice(0, index).split('\n').length}: ${words}`)
  })
  expect(found).toEqual([])
})

describe('each thing has one word', () => {
  test.each(replaced)('no catalogue says %s, but %s', (word, instead) => {
    const found = catalogues.flatMap((file) =>
      textsOf(file)
        .filter((text) => word.test(text) && !fixed.has(text))
        .map((text) => `${file}: ${text} (say ${instead})`),
    )
    expect(found).toEqual([])
  })
})
