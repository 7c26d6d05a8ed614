import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').length
const filesOf = (section: string) =>
  globSync(`web/admin/sections/${section}/*.{ts,tsx}`).filter((file) => !/\.(test|fixture)\./.test(file))

describe('a section that is a record', () => {
  const records = globSync('web/admin/sections/*/*/*-section.tsx').filter((file) =>
    /\brecord(Section|Of)\(/.test(readFileSync(file, 'utf8')),
  )

  test('says what is its own in at most 120 lines, and the rest in files of their own', () => {
    expect(records.length).toBeGreaterThan(8)
    expect(records.filter((file) => linesOf(file) > 120)).toEqual([])
  })

  test.each(['catalogue/instructors', 'people/students'])('costs what the guide says: %s', (section) => {
    const files = filesOf(section)
    expect(files.length).toBeLessThanOrEqual(3)
    // With a line of its own in the registry, and one among the kinds.
    expect(files.reduce((sum, file) => sum + linesOf(file), 2)).toBeLessThanOrEqual(210)
  })

  test('the guide names the lines of its example', () => {
    const guide = readFileSync('docs/guides/add-a-back-office-section.md', 'utf8')
    const told = [...guide.matchAll(/^\| `(web\/admin\/sections\/[^`]+)` \| (\d+) \|/gm)]
    expect(told.length).toBe(3)
    for (const [, file = '', lines] of told) expect([file, linesOf(file)]).toEqual([file, Number(lines)])
  })
})
