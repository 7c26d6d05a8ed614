import { describe, expect, test } from 'vitest'
import type { Picture } from '../../contract/primitives.ts'
import { textBlock } from '../../contract/text-blocks.ts'
import { blocksOf, excerptOf, picturesIn } from './markdown.ts'

const base = '0123456789abcdef0123456789abcdef'
const rose: Picture = {
  base: `/uploads/${base}`,
  widths: [320, 640],
  width: 640,
  height: 480,
  color: '#aa2244',
}
const findPicture = (wantedBase: string) => (wantedBase === base ? rose : undefined)
const read = (text: string) => blocksOf(text, findPicture)
const words = (text: string) => [{ kind: 'paragraph', spans: [{ text }] }]

describe('a text in Markdown', () => {
  test.each([
    ['an empty text', '', []],
    ['a paragraph', 'Malli for one evening.', words('Malli for one evening.')],
    ['a paragraph over two lines', 'one\ntwo', [{ kind: 'paragraph', spans: [{ text: 'one two' }] }]],
    [
      'a line break',
      'one  \ntwo',
      [{ kind: 'paragraph', spans: [{ text: 'one' }, { text: '\n' }, { text: 'two' }] }],
    ],
    [
      'a heading of the first level, one level lower',
      '# A',
      [{ kind: 'heading', level: 2, spans: [{ text: 'A' }] }],
    ],
    ['a heading of the second level', '## A', [{ kind: 'heading', level: 2, spans: [{ text: 'A' }] }]],
    [
      'a heading of a smaller level, as level three',
      '##### A',
      [{ kind: 'heading', level: 3, spans: [{ text: 'A' }] }],
    ],
    ['a horizontal rule', '---', [{ kind: 'rule' }]],
    ['a block of code', '```html\n<b>x</b>\n```', [{ kind: 'code', text: '<b>x</b>' }]],
    ['a quote', '> a\n>\n> b', [{ kind: 'quote', blocks: [...words('a'), ...words('b')] }]],
    ['a heading in a quote, as a paragraph', '> # a', [{ kind: 'quote', blocks: words('a') }]],
    ['a quote in a quote', '> a\n>> b', [{ kind: 'quote', blocks: [...words('a'), ...words('b')] }]],
    [
      'a list inside a list',
      '- a\n  1. b\n- c',
      [
        {
          kind: 'list',
          start: null,
          items: [
            {
              spans: [{ text: 'a' }],
              lists: [{ kind: 'list', start: 1, items: [{ spans: [{ text: 'b' }] }] }],
            },
            { spans: [{ text: 'c' }] },
          ],
        },
      ],
    ],
    [
      'a list that begins with another number',
      '3. a',
      [{ kind: 'list', start: 3, items: [{ spans: [{ text: 'a' }] }] }],
    ],
    [
      'a paragraph, a picture and code in a list item, as its text',
      `- a\n\n  b\n\n  ![rose](/uploads/${base}-640.jpg)\n\n      c`,
      [
        {
          kind: 'list',
          start: null,
          items: [
            {
              spans: [
                { text: 'a' },
                { text: '\n' },
                { text: 'b' },
                { text: '\n' },
                { text: 'rose' },
                { text: '\n' },
                { text: 'c', isCode: true },
              ],
            },
          ],
        },
      ],
    ],
    [
      'bold, italic, struck and code text',
      '**a _b_** ~~c~~ `d`',
      [
        {
          kind: 'paragraph',
          spans: [
            { text: 'a ', isStrong: true },
            { text: 'b', isStrong: true, isEmphasis: true },
            { text: ' ' },
            { text: 'c', isStruck: true },
            { text: ' ' },
            { text: 'd', isCode: true },
          ],
        },
      ],
    ],
    [
      'a picture of the school',
      `![A rose](/uploads/${base}-640.jpg "In the morning")`,
      [{ kind: 'picture', picture: rose, alt: 'A rose', caption: 'In the morning' }],
    ],
    [
      'two pictures in one paragraph',
      `![a](/uploads/${base}-320.webp)\n![b](/uploads/${base}-640.avif)`,
      ['a', 'b'].map((alt) => ({ kind: 'picture', picture: rose, alt, caption: null })),
    ],
    [
      'a missing picture, as its description',
      '![A rose](/uploads/ffffffffffffffffffffffffffffffff-640.jpg)',
      words('A rose'),
    ],
    [
      'a picture of another site, as its description',
      '![A rose](https://evil.example/pixel.png)',
      words('A rose'),
    ],
    [
      'a picture in a data address, as its description',
      '![A rose](data:image/png;base64,AAAA)',
      words('A rose'),
    ],
    ['a table, as text', '| a |\n|---|', words('| a | |---|')],
  ])('the Markdown reader reads %s', (_, text, blocks) => expect(read(text)).toEqual(blocks))
})

describe('a link in Markdown', () => {
  const hrefsIn = (text: string) =>
    read(text).flatMap((block) => ('spans' in block ? block.spans.flatMap(({ href }) => href ?? []) : []))

  test.each([
    ['/store', '/store'],
    ['https://malar.example/a?b=c&d=e', 'https://malar.example/a?b=c&d=e'],
    ['HTTP://malar.example', 'HTTP://malar.example'],
    ['mailto:hello@malar.example', 'mailto:hello@malar.example'],
    // The encoded backslash makes this a path of the site, not another host.
    ['/\\evil.example', '/%5Cevil.example'],
    ['tel:+914455500142', 'tel:+914455500142'],
  ])('a link in Markdown may lead to %s', (address, href) =>
    expect(hrefsIn(`[x](${address})`)).toEqual([href]),
  )

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#x73;cript:alert(1)',
    '&#106;avascript:alert(1)',
    '<javascript:alert(1)>',
    '%6aavascript:alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'file:///etc/passwd',
    'blob:https://malar.example/1',
    'ftp://malar.example',
    '//evil.example',
    'evil.example',
    '#top',
    `https://malar.example/${'a'.repeat(2000)}`,
    'https://',
    '',
  ])('a link in Markdown never leads to “%s”', (address) => {
    expect(hrefsIn(`[x](${address})`)).toEqual([])
    expect(hrefsIn(`[x][y]\n\n[y]: ${address}`)).toEqual([])
    expect(hrefsIn(`<${address}>`)).toEqual([])
  })
})

describe('hostile Markdown', () => {
  const max = 50_000
  const filled = (part: string) => part.repeat(Math.ceil(max / part.length)).slice(0, max)

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<!-- --><svg/onload=alert(1)>',
    'a <b onclick=alert(1)>b</b>',
    '<a href="javascript:alert(1)">x</a>',
    '<details open ontoggle=alert(1)>',
    '</script><script>alert(1)</script>',
  ])('the Markdown reader reads %s as plain text', (text) => expect(read(text)).toEqual(words(text)))

  test.each([
    '[',
    '![',
    '*a ',
    '_a_b',
    '>',
    '> ',
    '- ',
    '`',
    '<',
    '<a ',
    '[a](b',
    '[](<',
    '[a]: b\n',
    '&',
    '\\',
    '**',
    '**_a ',
    'a**b',
    'a\n',
    '1. ',
    '(',
    '~~~\n',
    '~~a',
    ']',
    '[]',
    '![a](/uploads/x)',
    '&amp;',
    '| a ',
    '   -\n',
    '# ',
    '\u200b',
    'அ',
  ])('a post filled with %j is read quickly, and its blocks fit the contract', (part) => {
    const start = performance.now()
    const blocks = read(filled(part))
    // The limit allows for a slow machine under load; a quadratic reader takes minutes.
    expect(performance.now() - start).toBeLessThan(3_000)
    expect(textBlock.safeParse(blocks[0] ?? { kind: 'rule' }).success).toBe(true)
    expect(JSON.stringify(blocks).length).toBeLessThan(40 * max)
  })

  test('lists are read three levels deep, however deep the text nests them', () => {
    const text = Array.from({ length: 60 }, (_, n) => `${'  '.repeat(n)}- ${n}`).join('\n')
    const [list] = read(text)
    expect(textBlock.parse(list)).toEqual(list)
    const depthOf = (json: string) => json.split('"lists"').length
    expect(depthOf(JSON.stringify(list))).toBe(3)
    expect(JSON.stringify(list)).toContain('"20"')
  })
})

test('each picture in a text is found once, in lists and quotes too', () => {
  const other = 'ffffffffffffffffffffffffffffffff'
  const text = `![a](/uploads/${base}-640.jpg)\n\n- b ![c](/uploads/${other}-320.avif)\n\n> ![a](/uploads/${base}-320.jpg)\n\n![d](/uploads/x.jpg)`
  expect(picturesIn(text)).toEqual([base, other])
})

test.each([
  [
    'the first paragraph without Markdown',
    '# Title\n\n![x](/y)\n\nOne **two** [three](/four).\n\nFive',
    'One two three.',
  ],
  ['a long paragraph cut between words', `${'word '.repeat(80)}`, `${'word '.repeat(40).trim()}…`],
  ['a long word cut at the limit', 'w'.repeat(300), `${'w'.repeat(200)}…`],
  ['empty if there is no paragraph', '---\n\n# a', ''],
])('the excerpt of a text is %s', (_, text, excerpt) => expect(excerptOf(text)).toBe(excerpt))
