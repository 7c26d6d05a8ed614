import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { services, walls } from '../../.dependency-cruiser.mjs'

const text = readFileSync('ARCHITECTURE.md', 'utf8')
const everyFile = globSync('{bench,contract,drawings,scripts,server,tests,tools,web}/**/*.{ts,tsx,mjs,css}')
const files = everyFile.filter(
  (file) =>
    /^(contract|drawings|server|tools|web)\//.test(file) && !/\.(test|fixture)\.tsx?$|\.css$/.test(file),
)

/** The rows of the table under this heading line, each a list of cells. */
function rowsOf(heading: string): string[][] {
  const [, table = ''] = text.split(`${heading}\n`)
  const [rows = ''] = table.split('\n\n')
  return rows
    .split('\n')
    .slice(1)
    .map((row) => row.split('|').slice(1, -1))
}

const marked = (cell: string | undefined) =>
  [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

describe('the map', () => {
  const rooms = rowsOf('| folder | what is there |').flatMap(([room]) => marked(room))

  test('names every folder that is there, and no other', () => {
    const folders = globSync(['*/', '{server,web}/*/'])
      .map((folder) => `${folder.replace(/\/$/, '')}/`)
      .filter((folder) => everyFile.some((file) => file.startsWith(folder)))
    expect(folders.length).toBeGreaterThan(10)
    expect(folders.filter((folder) => !rooms.some((room) => room.startsWith(folder)))).toEqual([])
    expect(rooms.filter((room) => !existsSync(room))).toEqual([])
  })
})

describe('the names in the text', () => {
  test('of files are those of files that are there', () => {
    const named = marked(text).filter((name) => /^[\w./-]+\.(tsx?|mjs|css|md)$/.test(name))
    expect(named.length).toBeGreaterThan(50)
    const isThere = (name: string) =>
      existsSync(name) || everyFile.some((file) => path.matchesGlob(file, `**/*${name}`))
    const unknown = named.filter((name) => !name.includes('X') && !isThere(name))
    expect(unknown).toEqual([])
  })

  test('stand in the file in which they are said to stand', () => {
    const said = [...text.matchAll(/`(\w+)`\s+in\s+`([^`]+\.tsx?)`/g)]
    expect(said.length).toBeGreaterThan(5)
    const missing = said.filter(([, name = '', file = '']) => !readFileSync(file, 'utf8').includes(name))
    expect(missing.map(([all]) => all)).toEqual([])
  })

  /** As in "`server/domains/money/coupons/` is not built yet": the sentence names the file, so that this test can look. */
  test('of what is not built yet lead to nothing', () => {
    const open = text
      .split(/(?<=\.)\s|\n\n/)
      .filter((sentence) => /not built|stands? ready|to come/i.test(sentence))
    expect(open.filter((sentence) => !marked(sentence).length)).toEqual([])
    expect(open.flatMap(marked).filter((name) => existsSync(name))).toEqual([])
  })
})

test('nothing but registrations, and what counts their places, reads rows that are no seats', () => {
  const readers = files.filter(
    (file) =>
      !file.startsWith('server/db/migrations/') &&
      /(selectFrom|[jJ]oin)\('registration\b|\b(from|join) registration\b/.test(readFileSync(file, 'utf8')),
  )
  expect(readers.sort()).toEqual([
    'server/domains/catalogue/courses/batches.repository.ts',
    'server/domains/catalogue/courses/courses.repository.ts',
    'server/domains/registrations/caps/holders.repository.ts',
    'server/domains/registrations/holds/seat-holds.repository.ts',
    'server/domains/registrations/seats/seats.repository.ts',
    'server/reports/watching/watching.report.ts',
  ])
})

describe('the table of services', () => {
  const table = Object.fromEntries(
    rowsOf('| domain | whose services it may call |').map(([domain = '', called = '']) => [
      domain.trim(),
      called.trim().split(', '),
    ]),
  )

  test('is that of the walls', () => expect(table).toEqual(services))

  test('names domains that are there', () => {
    const named = Object.entries(services).flat(2)
    expect(named.filter((name) => !existsSync(`server/domains/${name}`))).toEqual([])
  })

  test('allows no call that nobody makes', () => {
    const calls = Object.entries(services).flatMap(([domain, called]) =>
      called.map((other) => ({ domain, other })),
    )
    const isMade = ({ domain, other }: (typeof calls)[number]) =>
      files.some(
        (file) =>
          file.startsWith(`server/domains/${domain}/`) &&
          new RegExp(`/${other}/[^']*\\.service\\.ts'`).test(readFileSync(file, 'utf8')),
      )
    expect(calls.filter((call) => !isMade(call))).toEqual([])
  })
})

describe('the table of imports', () => {
  const rows = rowsOf('| who | may import, of our own files | of this the types alone |').map(
    ([who, may = '', types = '']) => ({ room: marked(who)[0] ?? '', may, types }),
  )
  /** X stands for a domain, a report, a feature, a section. */
  const patternOf = (room: string) =>
    new RegExp(`^${room.replaceAll('.', '\\.').replace(/[*X]/g, '([^/]+)')}${room.endsWith('/') ? '' : '$'}`)
  const longestFirst = [...rows].sort((a, b) => b.room.length - a.room.length)
  const roomOf = (file: string) => longestFirst.find(({ room }) => patternOf(room).test(file))?.room
  const domainOf = (file: string) => /^server\/domains\/([^/]+)\//.exec(file)?.[1]

  /** Whether the words of a cell let one file import another. */
  function allows(cell: string, from: string, to: string): boolean {
    const room = roomOf(from) ?? ''
    const instanceOf = (file: string) => patternOf(room).exec(file)?.[0]
    if (cell.includes('itself') && roomOf(to) === room && instanceOf(from) === instanceOf(to)) return true
    // The routes of a domain have their own row, but are the same domain.
    const [own, other] = [domainOf(from), domainOf(to)]
    if (cell.includes('itself') && own && own === other) return true
    return marked(cell).some((name) => {
      if (name.startsWith('.')) {
        if (!other || !path.basename(to).endsWith(name)) return false
        return !own || ((services as Record<string, string[]>)[own] ?? []).includes(other)
      }
      if (!name.endsWith('/')) return name === to
      return rows.some((row) => row.room === name) ? roomOf(to) === name : to.startsWith(name)
    })
  }

  interface Rule {
    name?: string
    from: { path?: string | string[]; pathNot?: string | string[] }
    to: Record<string, any>
  }
  const list = (patterns: string | string[] | undefined) => (patterns === undefined ? [] : [patterns].flat())
  const isOneOf = (file: string, patterns: string | string[] | undefined, own = '') =>
    list(patterns).some((pattern) => new RegExp(pattern.replaceAll('$1', own)).test(file))

  /** The wall that stops this import, as dependency-cruiser reads it. */
  function stoppedBy(from: string, to: string, isType: boolean): string | undefined {
    const rules = (walls as Rule[]).filter(
      ({ to }) => !to.circular && !to.couldNotResolve && !to.dependencyTypes,
    )
    return rules.find((rule) => {
      const match = list(rule.from.path).flatMap((pattern) => new RegExp(pattern).exec(from) ?? [])
      if (!match.length || isOneOf(from, rule.from.pathNot)) return false
      if (isType && rule.to.dependencyTypesNot) return false
      const own = match[1] ?? ''
      if (rule.to.path && !isOneOf(to, rule.to.path, own)) return false
      return !isOneOf(to, rule.to.pathNot, own)
    })?.name
  }

  test('names every folder that has a wall', () => {
    expect(rows.length).toBeGreaterThan(15)
    const roofless = files.filter((file) => /^(web|server)\/[^/]+\//.test(file) && !roomOf(file))
    expect(roofless).toEqual([])
  })

  test.each(rows)('says of $room what the walls say', ({ room, may, types }) => {
    const here = files.filter((file) => roomOf(file) === room)
    const samples = [here[0], here[Math.floor(here.length / 2)], here.at(-1)].filter(
      (file) => file !== undefined,
    )
    expect(samples.length).toBeGreaterThan(0)
    const differing: string[] = []
    for (const from of new Set(samples))
      for (const to of files) {
        if (from === to) continue
        for (const isType of [false, true]) {
          const said = allows(may, from, to) || (isType && allows(types, from, to))
          const wall = stoppedBy(from, to, isType)
          if (said !== (wall === undefined))
            differing.push(`${from} → ${to}${isType ? ' (type)' : ''}: ${wall ?? 'no wall'}`)
        }
      }
    expect(differing.slice(0, 10)).toEqual([])
  })

  test('and the walls stand before rooms that are there', () => {
    const patterns = (walls as Rule[]).flatMap(({ from, to }) => [
      ...list(from.path),
      ...list(to.path),
      ...list(to.pathNot),
    ])
    const ofRooms = patterns.filter(
      (pattern) => /^\^(contract|drawings|server|tools|web)/.test(pattern) && !pattern.includes('$1'),
    )
    expect(ofRooms.length).toBeGreaterThan(20)
    expect(ofRooms.filter((pattern) => !everyFile.some((file) => new RegExp(pattern).test(file)))).toEqual([])
  })
})
