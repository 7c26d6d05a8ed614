import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import * as general from './fields.en.ts'
import {
  anyPhone,
  asTyped,
  between,
  done,
  email,
  imageBodyLimit,
  indianPhone,
  inOrder,
  inPart,
  keyError,
  line,
  linkParams,
  listOrWrapped,
  listQuery,
  nameList,
  numeric,
  orNoPhone,
  pageQuery,
  patchOf,
  patterned,
  pictureText,
  rupees,
  schoolDay,
  sortedQuery,
  text,
  timeOfDay,
  wrapped,
} from './primitives.ts'

/** Returns the value that a rule makes of `value`, or the sentence by which the rule refuses it. */
function read(rule: z.ZodMiniType, value: unknown): unknown {
  const { success, data, error } = rule.safeParse(value)
  return success ? data : { refused: error.issues[0]?.message }
}
const refused = (sentence: string | undefined) => ({ refused: sentence })
const unfit = 'Remove the hidden control characters'

describe('the rule for rupees', () => {
  const price = rupees('Enter a price')

  test.each([
    [0, 0],
    ['0', 0],
    [1, 100],
    ['19.5', 1950],
    ['19.99', 1999],
    [1.15, 115],
    [10_000_000, 1_000_000_000],
    ['9999999.99', 999_999_999],
  ])('the price %j is %i paise', (typed, paise) => expect(price.parse(typed)).toBe(paise))

  test.each([
    10_000_000.01,
    '10000000.01',
    10_000_001,
    -1,
    '-0.01',
    '1.005',
    1.005,
    '',
    ' ',
    '1e3',
    'ten',
    null,
  ])('the price %j is refused', (typed) => {
    const { success, error } = price.safeParse(typed)
    expect(success).toBe(false)
    expect(error?.issues[0]?.message).toBe('Enter a price')
  })
})

describe('rules for texts', () => {
  const required = text(5, { required: 'Name is required' })
  const tooLong = 'Use at most 5 characters'
  test.each([
    [text(5), ' ab ', 'ab'],
    [text(5), `${' '.repeat(1000)}abcde`, 'abcde'],
    [text(5), `${' '.repeat(1001)}abcde`, refused(tooLong)],
    [text(5), 'abcdef', refused(tooLong)],
    [text(5, { tooLong: 'Shorter, please' }), 'abcdef', refused('Shorter, please')],
    [text(5), '', ''],
    [text(5), 'a\u0007', refused(unfit)],
    [text(5), 'a\nb', 'a\nb'],
    [required, ' ', refused('Name is required')],
    [required, undefined, refused('Name is required')],
    [required, 'a', 'a'],
    [text(5, { min: 2, required: 'At least two' }), 'a', refused('At least two')],
    [text(5, { min: 2, required: 'At least two' }), 'ab', 'ab'],
    [asTyped(5), ' a ', ' a '],
    [asTyped(5), 'abcdef', refused(tooLong)],
    [asTyped(5), '', ''],
    [asTyped(5, { required: 'Type it' }), '', refused('Type it')],
    [asTyped(5, { required: 'Type it' }), undefined, refused('Type it')],
    [asTyped(5, { tooLong: 'Shorter, please' }), 'abcdef', refused('Shorter, please')],
    [asTyped(5), '\ud800', refused(unfit)],
    [patterned(3, /^a*$/, 'Only a'), 'aa', 'aa'],
    [patterned(3, /^a*$/, 'Only a'), ' aa', refused('Only a')],
    [patterned(3, /^a*$/, 'Only a', { isTrimmed: true }), ' aa', 'aa'],
    [patterned(3, /^a*$/, 'Only a'), 'aaaa', refused('Only a')],
    [patterned(3, /^a*$/, 'Only a'), undefined, refused('Only a')],
    [patterned(3, /^a*$/, 'Only a', { required: 'An a' }), undefined, refused('An a')],
    [patterned(3, /^a*$/, 'Only a', { required: 'An a' }), '', refused('An a')],
    [patterned(3, /^.*$/, 'Only a'), 'a\u0007', refused('Only a')],
  ])('a rule for texts reads its value or refuses it with a sentence (row %#)', (rule, value, expected) =>
    expect(read(rule, value)).toEqual(expected),
  )

  test('a text that is too long gets one error message, even if it has other faults', () => {
    expect(text(5).safeParse('\u0007'.repeat(9)).error?.issues).toHaveLength(1)
    expect(asTyped(5).safeParse('\u0007'.repeat(9)).error?.issues).toHaveLength(1)
  })
})

describe('the rule for a text in one line', () => {
  const hidden = 'Write this on one line, without hidden characters'
  test.each([
    [line(5), '', ''],
    [line(5), '\u200b', refused(hidden)],
    [line(5), 'a\u200b', refused(hidden)],
    [line(5, { required: 'Name is required' }), '\u200b', refused('Name is required')],
    [line(5), '\u0007', refused(unfit)],
  ])(
    'the rule for a text in one line reads its value or refuses it with a sentence (row %#)',
    (rule, value, expected) => expect(read(rule, value)).toEqual(expected),
  )

  test.each(['\u0007', '\u200b'])(
    'a one-line text that is only the hidden character %j is refused with one error message',
    (value) => {
      expect(line(5).safeParse(value).error?.issues).toHaveLength(1)
    },
  )
})

describe('the rule for a list of names', () => {
  const names = nameList((value) => (Array.isArray(value) ? value : [value]) as string[], {
    countMax: 2,
    lengthMax: 3,
    tooMuch: ({ countMax, lengthMax }) => `Up to ${countMax} names of ${lengthMax} characters`,
  })
  const tooMuch = 'Up to 2 names of 3 characters'
  test.each([
    [
      ['ab', 'cde'],
      ['ab', 'cde'],
    ],
    ['abc', ['abc']],
    ['abcd', refused(tooMuch)],
    ['abcdefg', refused(tooMuch)],
    [['a', 'b', 'c'], refused(tooMuch)],
    [['a', 'abcd'], refused(tooMuch)],
    [['a', '\u0007'], refused(unfit)],
    [Array(501).fill('a'), refused(tooMuch)],
    [7, refused(tooMuch)],
  ])('the list of names %j is read, or refused with a sentence', (value, expected) =>
    expect(read(names, value)).toEqual(expected),
  )
})

describe('rules for e-mail addresses, phones, days, hours, numbers and links', () => {
  const invalid = 'Please enter a valid email address'
  const phone = indianPhone('Phone is required')
  const invalidPhone = 'Please enter a valid 10-digit Indian mobile number (starting with 6-9)'
  test.each([
    [email(), ' Meena@Mail.Example ', 'meena@mail.example'],
    [email(), undefined, refused('Email is required')],
    [email('Say where'), '', refused('Say where')],
    [email(), 'meena', refused(invalid)],
    [email(), 'me\u200bena@mail.example', refused(invalid)],
    [email(), 'meena@mail..example', refused(invalid)],
    [email(), 'mee..na@mail.example', 'mee..na@mail.example'],
    [email(), 'meena@mail.example.', refused(invalid)],
    [email(), 'meena@mail\uff0c.example', refused(invalid)],
    [phone, ' 9876543210 ', '9876543210'],
    [phone, '5876543210', refused(invalidPhone)],
    [phone, '', refused('Phone is required')],
    [phone, `${' '.repeat(50)}9876543210`, '9876543210'],
    [anyPhone(), '+44 20 7946 0000', '+442079460000'],
    [anyPhone(), 'soon', refused(general.anyPhoneInvalid)],
    [anyPhone('Say a number'), undefined, refused('Say a number')],
    [orNoPhone(anyPhone(), 'No number'), '', ''],
    [orNoPhone(anyPhone(), 'No number'), '044 2345 6789', '04423456789'],
    [orNoPhone(anyPhone(), 'No number'), 'soon', refused(general.anyPhoneInvalid)],
    [orNoPhone(anyPhone(), 'No number'), 7, refused('No number')],
    [schoolDay, '2026-02-28', '2026-02-28'],
    [schoolDay, '2026-02-30', refused('That date doesn’t exist. Enter another date.')],
    [schoolDay, 'soon', refused('Enter a date')],
    [timeOfDay, '23:59', '23:59'],
    [timeOfDay, '24:00', refused('Enter a time such as 10:30')],
    [numeric(/^\d+$/, 'A number'), ' 7 ', 7],
    [numeric(/^\d+$/, 'A number'), 7, 7],
    [numeric(/^\d+$/, 'A number'), 'x', refused('A number')],
    [linkParams, { token: `a.${'x'.repeat(32)}` }, { token: `a.${'x'.repeat(32)}` }],
    [linkParams, { token: 'a.x' }, refused('This link isn’t complete. Use the whole link from our e-mail.')],
  ])('a rule for a field reads its value or refuses it with a sentence (row %#)', (rule, value, expected) =>
    expect(read(rule, value)).toEqual(expected),
  )
})

test('an object with a wrong key is refused with the error message of the rule for its keys', () => {
  const issues = [{ message: 'A slot is a word' }]
  expect(keyError({ code: 'invalid_key', issues })).toBe('A slot is a word')
  expect(keyError({ code: 'invalid_key', issues: [] })).toBeUndefined()
  expect(keyError({ code: 'invalid_key' })).toBeUndefined()
  expect(keyError({ code: 'invalid_type', issues })).toBeUndefined()
})

describe('list queries', () => {
  const limitSentence = 'Ask for 1 to 1000 rows at a time'
  test.each([
    [1, 1],
    ['1000', 1000],
    [1000, 1000],
    ['0', refused(limitSentence)],
    ['1001', refused(limitSentence)],
    ['01', refused(limitSentence)],
  ])('the limit %j in a list’s query is read, or refused with a sentence', (limit, expected) => {
    const answer = read(listQuery, { limit })
    expect(answer).toEqual(typeof expected === 'number' ? { limit: expected } : expected)
  })

  test.each([0, 1001, 1.5])('a query for %j rows of a list is refused', (limit) => {
    expect(listQuery.safeParse({ limit }).success).toBe(false)
  })

  test('a list in a fixed order takes no sort, and a sorted list takes only its own sorts', () => {
    expect(read(pageQuery, { q: 'a', cursor: 'b', limit: 2, sort: 'c' })).toEqual({
      q: 'a',
      cursor: 'b',
      limit: 2,
    })
    const sorted = sortedQuery(['newest', 'name'])
    expect(read(sorted, { sort: 'name', q: 'a' })).toEqual({ sort: 'name', q: 'a' })
    expect(sorted.safeParse({ sort: 'price' }).success).toBe(false)
  })
})

test.each([
  [{}, true],
  [{ from: '2026-03-01' }, true],
  [{ to: '2026-03-01' }, true],
  [{ from: '2026-03-01', to: '2026-03-01' }, true],
  [{ from: '2026-03-01', to: '2026-03-02' }, true],
  [{ from: '2026-03-02', to: '2026-03-01' }, false],
])('the range of days %j does not end before it begins: %s', (days, fits) => {
  const { success, error } = inOrder(z.object(between)).safeParse(days)
  expect(success).toBe(fits)
  const [issue] = error?.issues ?? []
  expect(issue && [issue.path, issue.message]).toEqual(
    fits ? undefined : [['to'], 'Choose a last day that isn’t before the first day'],
  )
})

test.each([
  [{ id: 1 }, true],
  [{ id: 1, name: null }, true],
  [{ id: 1, name: 'Rose' }, true],
  [{ id: 1, name: 7 }, false],
  [{ name: 'Rose' }, false],
])('the answer %j with only part of a record has the required fields: %s', (record, fits) => {
  expect(inPart({ id: z.number(), name: z.string() }, { id: z.number() }).safeParse(record).success).toBe(
    fits,
  )
})

test.each([
  [[7], true],
  [{ data: [7] }, true],
  [{ data: { data: [7] } }, true],
  [{ impacts: [7] }, true],
  [['7'], false],
  [{ data: 7 }, false],
  [{ data: { data: { data: [7] } } }, false],
  [{ impacts: { data: [7] } }, false],
])('the answer %j is accepted as a list of numbers, bare or inside an object: %s', (answer, fits) => {
  expect(listOrWrapped(z.number()).safeParse(answer).success).toBe(fits)
})

test('a change may contain any fields of the record and its version; a success response says `success: true`', () => {
  const patch = patchOf({ name: text(5), size: z.number() })
  expect(read(patch, {})).toEqual({})
  expect(read(patch, { size: 1, version: 2 })).toEqual({ size: 1, version: 2 })
  expect(patch.safeParse({ name: 7 }).success).toBe(false)
  expect([read(done, { success: true }), done.safeParse({ success: false }).success]).toEqual([
    { success: true },
    false,
  ])
  expect(read(wrapped(z.number()), { success: true, data: 7 })).toEqual({ success: true, data: 7 })
  expect(wrapped(z.number()).safeParse({ success: false, data: 7 }).success).toBe(false)
})

test('a picture of ten megabytes, encoded as text, fits into a request body', () => {
  expect(imageBodyLimit).toBe(14_680_064)
  expect(pictureText.safeParse('x'.repeat(imageBodyLimit)).success).toBe(true)
  expect(pictureText.safeParse('x'.repeat(imageBodyLimit + 1)).success).toBe(false)
})

test.each([
  ['Meena Krishnan', true],
  ['மீனா கிருஷ்ணன்', true],
  // Some scripts need a joiner inside a word.
  ['ക്\u200dഷമ', true],
  ['மீ', true],
  ['O’Brien-Smith, Jr. 3', true],
  ['\u202e\u2066', false],
  ['Meena \u202eanhsirK', false],
  ['\u200b\u2060', false],
  ['\u2800', false],
  ['a\nBcc: x', false],
  ['a\rb', false],
  ['a\u2028b', false],
  ['a\u200eb', false],
  ['a\u200fb', false],
  ['a\tb', false],
  ['a\u00adb', false],
  ['Asha \u{1f469}\u200d\u{1f33e}', true],
  ['\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', true],
])('the person’s name %j is accepted: %s', (name, fits) => {
  expect(line(120, { required: 'Enter the name' }).safeParse(name).success).toBe(fits)
})

test('a text of several lines loses characters that change the writing direction; it keeps line breaks and emoji', () => {
  const read = text(120, { required: 'Please write' })
  expect(read.parse(' \u202eOne\u2066\n\u200ftwo \u{1f469}\u200d\u{1f33e} ക്\u200dഷമ\u2069 ')).toBe(
    'One\ntwo \u{1f469}\u200d\u{1f33e} ക്\u200dഷമ',
  )
  expect(read.safeParse('\u202e\u200e').error?.issues[0]?.message).toBe('Please write')
})

test.each(['\n', '\u202e', '\u200e', '\u200b'])(
  'a list of names with the character %j is refused',
  (sign) => {
    const names = nameList((value) => value as string[], {
      countMax: 5,
      lengthMax: 20,
      tooMuch: () => 'Too much',
    })
    expect(names.safeParse(['Roses', `a${sign}b`]).success).toBe(false)
  },
)

test.each(['\n', '\u202e', '\u200e'])(
  'a rule with a pattern that allows every character still refuses %j',
  (sign) => {
    expect(patterned(20, /^[\s\S]+$/, 'Please').safeParse(`a${sign}b`).success).toBe(false)
  },
)
