import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const pages = [...globSync('*.md'), ...globSync('docs/**/*.md')].sort()
const sources = globSync('{bench,contract,drawings,scripts,server,tests,tools,web}/**/*.{ts,tsx,mjs,css}')

/** Lists each text that the pattern's group matches, with the page that contains the text. */
function found(pattern: RegExp): { page: string; target: string }[] {
  return pages.flatMap((page) =>
    [...read(page).matchAll(pattern)].map(([, target = '']) => ({ page, target })),
  )
}

describe('the documents', () => {
  const links = found(/\]\((?!https?:|#)([^)#\s]+)/g).map(({ page, target }) => ({
    page,
    file: path.join(path.dirname(page), target),
  }))
  /** An X in a file name stands for a name that the reader chooses. */
  const isMissing = ({ file }: { file: string }) => !/\bX\b/.test(file) && !existsSync(file)

  test('the documents link only to files that exist', () => {
    expect(links.length).toBeGreaterThan(30)
    expect(links.filter(isMissing)).toEqual([])
  })

  test('the documents name only files that exist', () => {
    const named = found(
      /`((?:bench|contract|docs|drawings|public|scripts|server|tests|tools|web)\/[\w./:-]*)`/g,
    ).map(({ page, target }) => ({ page, file: target }))
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter(isMissing)).toEqual([])
  })

  test('each decision has its own number and is in the index', () => {
    const files = globSync('docs/decisions/0*.md').sort()
    const numbers = files.map((file) => path.basename(file).slice(0, 4))
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(files.map((file) => read(file).slice(2, 6))).toEqual(numbers)
    const index = [...read('docs/decisions/README.md').matchAll(/^- \[(\d{4})\]\(\1-/gm)]
    expect(index.map(([, number]) => number)).toEqual(numbers)
    // Documents and comments must not cite a decision's number that does not exist.
    const numbered = [...pages, ...sources].flatMap((file) =>
      [...read(file).matchAll(/\bdecisions? (\d{4})\b/gi)].map(([, number = '']) => ({ file, number })),
    )
    expect(numbered.length).toBeGreaterThan(20)
    expect(numbered.filter(({ number }) => !numbers.includes(number))).toEqual([])
  })

  test('every document is linked from another document', () => {
    const linked = new Set(links.map(({ file }) => file))
    expect(pages.filter((page) => page.startsWith('docs/') && !linked.has(page))).toEqual([])
  })
})

describe('the sections and rules that comments cite', () => {
  /**
   * Finds the marks of sections in a text, such as `P§5`, `reading S3`, `readings M1, S4`, `(C4)`, `(M3, R11)`,
   * `quality P8` and `bench P1`.
   */
  function marksIn(text: string): string[] {
    const lists = text.matchAll(
      /(?:\b[Rr]eadings?|\bquality|\bbench|\() ?([MSAWBCPR]\d{1,2}(?:(?:, | and )[MSAWBCPR]\d{1,2})*)(?=[^\w])/g,
    )
    return [
      ...[...text.matchAll(/[PB]§\d+/g)].map(([mark]) => mark),
      ...[...lists].flatMap(([, list = '']) => list.split(/, | and /)),
    ]
  }

  const behaviour = globSync('docs/behaviour/*.md').map(read).join('\n')
  const explained = new Set(
    [...behaviour.matchAll(/^(?:## ([PB]§\d+) |\*\*([A-Z]\d+) · |\| ([PR]\d+) \| )/gm)].map(
      ([, section, reading, promise]) => section ?? reading ?? promise,
    ),
  )
  const cited = sources.flatMap((file) => marksIn(read(file)).map((mark) => ({ mark, file })))

  test('every mark of a section that a comment cites, such as P§5, is explained in docs/behaviour', () => {
    const unexplained = cited.filter(({ mark }) => !explained.has(mark))
    expect(unexplained.map(({ mark, file }) => `${file}: ${mark}`)).toEqual([])
    // The search must find marks, because a search that finds none would report no unexplained mark.
    expect(new Set(cited.map(({ mark }) => mark)).size).toBeGreaterThan(5)
  })

  test('the search for marks of sections finds each form in which comments write them', () => {
    const comment = '/** P§5, readings M1, S4; (C4) (quality P8) and R17 (M3, R11). */'
    expect(marksIn(comment).join(' ')).toBe('P§5 M1 S4 C4 P8 M3 R11')
  })

  test('every architecture rule that a comment cites is in ARCHITECTURE.md', () => {
    const rules = new Set([...read('ARCHITECTURE.md').matchAll(/^(\d+)\. \*\*/gm)].map(([, rule]) => rule))
    const citedRules = sources.flatMap((file) =>
      [...read(file).matchAll(/architecture[\s*/]+rule (\d+)/g)].map(([, rule]) => rule),
    )
    expect(citedRules.length).toBeGreaterThan(5)
    expect(citedRules.filter((rule) => !rules.has(rule))).toEqual([])
  })
})
