import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/**
 * A row of docs/spec-walk.md: a line of the specification, the files that build the line, and the tests that prove it.
 */
interface Row {
  line: string
  files: string[]
  tests: { file: string; titles: string[] }[]
}

const inWork = /^\*\(.+\)\*$/

function rowsOf(text: string): Row[] {
  return [...text.matchAll(/^\| (.+) \| (.+) \| (.+) \|$/gm)]
    .map(([, line = '', built = '', shown = '']) => ({ line, built, shown }))
    .filter(({ line, built, shown }) => line !== 'line' && !inWork.test(built) && !inWork.test(shown))
    .map(({ line, built, shown }) => ({
      line,
      files: [...built.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
      tests: [...shown.matchAll(/`([^`]+)`((?:,? “[^”]+”)*)/g)].map(([, file = '', titles = '']) => ({
        file,
        titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
      })),
    }))
}

/** True if a title of this test file begins with `begin`, so that `begin` follows a quotation mark. */
function hasTitle(source: string, begin: string): boolean {
  return ["'", '"', '`'].some((quote) => source.includes(quote + begin))
}

describe('docs/spec-walk.md, which says where each line of the specification is built and tested', () => {
  const rows = rowsOf(readFileSync('docs/spec-walk.md', 'utf8'))
  const sources = new Map<string, string>()
  const sourceOf = (file: string) => {
    const known = sources.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8') : '')
    sources.set(file, known)
    return known
  }

  test('every row of docs/spec-walk.md names the files that build its line and a test that proves it', () => {
    expect(rows.length).toBeGreaterThan(150)
    expect(rows.filter(({ files }) => files.length === 0).map(({ line }) => line)).toEqual([])
    expect(rows.filter(({ tests }) => tests.length === 0).map(({ line }) => line)).toEqual([])
  })

  test('docs/spec-walk.md names only files that exist', () => {
    const named = rows.flatMap(({ files, tests }) => [...files, ...tests.map(({ file }) => file)])
    expect([...new Set(named)].filter((file) => !existsSync(file))).toEqual([])
  })

  test('docs/spec-walk.md and the list of staff tasks quote only titles that the named test files have', () => {
    const tasks = rowsOf(readFileSync('docs/behaviour/staff.md', 'utf8')).filter(({ line }) =>
      /^\d/.test(line),
    )
    expect(tasks.length).toBe(33)
    const missing = [...rows, ...tasks].flatMap(({ line, tests }) =>
      tests.flatMap(({ file, titles }) => {
        if (titles.length === 0) return [`${line}: ${file} without a title`]
        return titles
          .filter((title) => title.length < 8 || !hasTitle(sourceOf(file), title))
          .map((title) => `${line}: ${file} has no “${title}”`)
      }),
    )
    expect(missing).toEqual([])
  })

  test('control: the check notices a quoted title that the test file does not have', () => {
    expect(hasTitle("test('a seat is held', …", 'a seat is')).toBe(true)
    expect(hasTitle("test('a seat is held', …", 'seat is')).toBe(false)
  })
})
