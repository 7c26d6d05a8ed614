import { globSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import { letterExamples, rowsWith, sender } from '../../tests/harness/letter-examples.ts'
import type { RenderedMessage, Sender } from '../platform/messages/letter.ts'
import type { DefinedLetter, LetterKind } from '../platform/messages/letter-kinds.ts'
import { type LetterName, letterNames, letters } from './letters.ts'

const server = path.join(import.meta.dirname, '..')
const kept = path.join(server, '../tests/kept/letters')

const files = globSync(['domains/**/*.letters.ts', 'platform/messages/school-notice.ts'], {
  cwd: server,
}).sort()
const rooms = await Promise.all(
  files.map(async (file) => {
    const defined: Record<string, DefinedLetter> = await import(path.join(server, file))
    return {
      room: path.basename(file, '.ts').replace('.letters', ''),
      kinds: Object.values(defined).map(({ kind }) => kind),
    }
  }),
)
const allKinds = rooms.flatMap(({ kinds }) => kinds)

interface Way {
  hasTypedWords?: boolean
  isByChat?: boolean
  from?: Partial<Sender>
}

const examplesOf = (name: string) =>
  Object.entries(letterExamples[name as LetterName]).map(([title, differs]) => ({
    title,
    data: { ...rowsWith('Meena', 'Bridal Bouquets')[name as LetterName], ...differs },
  }))

/** Links say what they are signed for. */
const signing: Sender = { ...sender, sign: (purpose, id) => `${purpose}.${id}.signed` }

const write = (name: string, data: object, { hasTypedWords = true, isByChat = false, from }: Way = {}) =>
  letters.render(name, data, { ...signing, ...from }, { hasTypedWords, isByChat })

/** Besides its words: what the letter does in a calendar, and where an answer and an end to it go. */
function asKept({ subject, text, calendar, replyTo, unsubscribeUrl }: RenderedMessage): string {
  const more = [
    ...calendar.map(({ batchId, change }) => `(calendar: ${change} ${batchId})`),
    replyTo && `(an answer reaches ${replyTo})`,
    unsubscribeUrl && `(it ends at ${unsubscribeUrl})`,
  ]
  return [`Subject: ${subject}`, ...more.filter(Boolean), '', text].join('\n')
}

const simulation = 'This is a demonstration. Payments are simulated, and no money moves.'

/** The lines of a letter that goes another way, where they are not those of the mail. */
function otherLines(name: string, data: object, title: string, way: Way): string[] {
  const [usual, other] = [{}, way].map((one) => asKept(write(name, data, one)).split('\n'))
  const only = (lines: string[] = [], others: string[] = []) =>
    lines.filter((line) => !others.includes(line) && line !== simulation)
  const [less, more] = [only(usual, other), only(other, usual)]
  if (less.length + more.length === 0) return []
  return [`${title}:`, ...less.map((line) => `- ${line}`), ...more.map((line) => `+ ${line}`), '']
}

function keptWords({ name, isChatToo }: LetterKind): string {
  const examples = examplesOf(name).flatMap(({ title, data }) => [
    `--- ${name}: ${title} ---`,
    asKept(write(name, data)),
    ...otherLines(name, data, 'to an address that nobody has proved', { hasTypedWords: false }),
    ...(isChatToo ? otherLines(name, data, 'by chat', { isByChat: true }) : []),
    ...otherLines(name, data, 'where payments are simulated', { from: { isSimulated: true } }),
  ])
  return [`===== ${name}, by mail${isChatToo ? ' and by chat' : ''} =====`, '', ...examples].join('\n')
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/**
 * The page of a letter as a text of words, and that text likewise: they say the same. The page alone has its subject as
 * a heading, and the school's address at its foot.
 */
function wordsOfPage(page: string): string[] {
  return wordsOf(
    page
      .replace(/^[\s\S]*?<\/p>\n(?:<h1.*<\/h1>\n)?/, '')
      .replace(`</strong><br>${sender.address.join(', ')}<br>`, ' ')
      .replaceAll('</a> · <a', '</a> <a')
      .replace(/<img src="([^"]*)" alt="([^"]*)"[^>]*>/g, '$2: $1')
      .replace(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g, (_, url: string, label: string) =>
        url.startsWith('tel:') ? label : url === `https://${label}` ? url : `${label}: ${url}`,
      )
      .replace(/<\/td><td[^>]*>/g, ': ')
      .replace(/<[^>]*>/g, ' ')
      .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity),
  )
}

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)

/** Together they have every part that a page can have. */
const pages: [name: LetterName, title: string, way?: Way][] = [
  ['enrolment-received', 'unproved, seats to name'],
  ['booking-received', 'one seat', { from: { isSimulated: true } }],
  ['order-ready', 'with a photograph'],
  ['newsletter-welcome', 'a subscriber'],
  ['batch-letter', 'several lines', { hasTypedWords: false, from: { phone: '', whatToBring: '' } }],
  ['own-links', 'unproved'],
]

describe('the texts of all e-mails, compared with the stored texts', () => {
  test.each(rooms)(
    'the e-mails of $room have exactly the texts stored in tests/kept/letters',
    async ({ room, kinds }) => {
      const words = kinds.map((kind) => keptWords(kind)).join('\n')
      await expect(words).toMatchFileSnapshot(path.join(kept, `${room}.txt`))
    },
  )

  test('six e-mails have exactly the HTML pages stored in tests/kept/letters', async () => {
    const written = pages.map(([name, title, way]) => {
      const example = examplesOf(name).find((one) => one.title === title)
      if (example === undefined) throw new Error(`no example ${title} of ${name}`)
      return `--- ${name}: ${title} ---\n${write(name, example.data, way).html}`
    })
    await expect(written.join('\n')).toMatchFileSnapshot(path.join(kept, 'pages.txt'))
  })

  test('the HTML page of an e-mail has the same words as its plain text', () => {
    for (const { name } of allKinds) {
      for (const { title, data } of examplesOf(name)) {
        for (const way of [{}, { hasTypedWords: false }, { from: { isSimulated: true } }]) {
          const { text, html } = write(name, data, way)
          expect([name, title, wordsOfPage(html ?? '')]).toEqual([name, title, wordsOf(text)])
        }
      }
    }
  })
})

describe('examples of e-mails', () => {
  test('every kind of e-mail has an example', () => {
    const names = allKinds.map(({ name }) => name).sort()
    expect(names.length).toBeGreaterThan(40)
    expect(Object.keys(letterExamples).sort()).toEqual(names)
    expect(letterNames.toSorted()).toEqual(names)
    for (const name of names) expect([name, examplesOf(name).length > 0]).toEqual([name, true])
  })

  test.each(allKinds)(
    'the examples of the e-mail $name have every value of its enums and booleans',
    ({ name, data }) => {
      const examples = examplesOf(name).map((example) => example.data as Record<string, unknown>)
      for (const [field, schema] of Object.entries(data.shape)) {
        const said = new Set(examples.map((example) => example[field]))
        for (const value of valuesOf(schema))
          expect([field, value, said.has(value)]).toEqual([field, value, true])
      }
    },
  )
})

/** The few values that a field can have: those of an enum, both of a boolean. */
function valuesOf(schema: $ZodType): unknown[] {
  const definition = (schema as $ZodTypes)._zod.def
  if (definition.type === 'enum') return Object.values(definition.entries)
  if (definition.type === 'boolean') return [true, false]
  if ('innerType' in definition) return valuesOf(definition.innerType)
  return []
}

test.each(allKinds.filter(({ isChatToo }) => isChatToo).map(({ name }) => name))(
  'the WhatsApp message %s names no e-mail while the school sends none, and never a link that it does not have',
  (name) => {
    for (const { data } of examplesOf(name)) {
      const { text } = write(name, data, { isByChat: true, from: { sendsEmails: false } })
      expect(text).not.toMatch(/e-mail(?! address of your order)/i)
      expect(write(name, data, { isByChat: true }).text).not.toMatch(/link below[^.]*confirm your e-mail/)
      expect(write(name, data, { isByChat: true }).text).not.toMatch(/confirm your e-mail[^.]*link below/)
    }
  },
)
