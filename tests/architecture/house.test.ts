import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { rooms, walls } from '../../.dependency-cruiser.mjs'

const text = readFileSync('ARCHITECTURE.md', 'utf8')
/** The documents that say which name is in which file. */
const documents = ['ARCHITECTURE.md', 'docs/seats.md', ...globSync('docs/guides/*.md')]
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

test('ARCHITECTURE.md has at most 200 lines', () => {
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(200)
})

describe('the map of folders', () => {
  const folders = rowsOf('| folder | what is there |').flatMap(([folder]) => marked(folder))

  test('the map names every folder of the project, and no other folder', () => {
    const there = globSync(['*/', '{server,web}/*/'])
      .map((folder) => `${folder.replace(/\/$/, '')}/`)
      .filter((folder) => everyFile.some((file) => file.startsWith(folder)))
    expect(there.length).toBeGreaterThan(10)
    expect(there.filter((folder) => !folders.some((known) => known.startsWith(folder)))).toEqual([])
    expect(folders.filter((folder) => !existsSync(folder))).toEqual([])
  })
})

describe('the names in the documents', () => {
  test('every file that ARCHITECTURE.md names exists', () => {
    const named = marked(text).filter((name) => /^[\w./-]+\.(tsx?|mjs|css|md)$/.test(name))
    expect(named.length).toBeGreaterThan(50)
    const isThere = (name: string) =>
      existsSync(name) || everyFile.some((file) => path.matchesGlob(file, `**/*${name}`))
    const unknown = named.filter((name) => !name.includes('X') && !isThere(name))
    expect(unknown).toEqual([])
  })

  test('where a document says that a name is in a file, the file contains the name', () => {
    const texts = documents.map((page) => readFileSync(page, 'utf8')).join('\n')
    const said = [...texts.matchAll(/`(\w+)`\s+in\s+`([^`]+\.tsx?)`/g)]
    expect(said.length).toBeGreaterThan(5)
    const missing = said.filter(([, name = '', file = '']) => !readFileSync(file, 'utf8').includes(name))
    expect(missing.map(([all]) => all)).toEqual([])
  })

  /**
   * A sentence such as "`server/domains/money/coupons/` is not built yet" must name the file, so that the test can look
   * for it.
   */
  test('a file of which ARCHITECTURE.md says “not built yet” does not exist', () => {
    const open = text
      .split(/(?<=\.)\s|\n\n/)
      .filter((sentence) => /not built|stands? ready|to come/i.test(sentence))
    expect(open.filter((sentence) => !marked(sentence).length)).toEqual([])
    expect(open.flatMap(marked).filter((name) => existsSync(name))).toEqual([])
  })
})

test('only the listed files read the table registration, which also has rows that are not seats', () => {
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
    'server/domains/system/housekeeping/endings.ts',
    'server/reports/watching/watching.report.ts',
  ])
})

test('every date of a form is a DateField, because a browser writes dates in the order of its language', () => {
  const dated = files.filter((file) => /\btype=.(date|month|week)/.test(readFileSync(file, 'utf8')))
  expect(dated).toEqual([])
})

describe('the table of rooms', () => {
  const table = rowsOf('| room | what it owns | which rooms it may use |').map(
    ([room = '', , used = '']) => ({
      room: room.trim(),
      uses: used.trim() === 'none' ? [] : used.trim().split(', '),
    }),
  )
  const used = (room: string): readonly string[] => (rooms as Record<string, string[]>)[room] ?? []

  test('ARCHITECTURE.md and .dependency-cruiser.mjs allow the same imports between rooms', () => {
    const arrows = table.filter(({ uses }) => uses.length > 0).map(({ room, uses }) => [room, uses])
    expect(Object.fromEntries(arrows)).toEqual(rooms)
  })

  test('the table of rooms names exactly the rooms that exist, and each room has an index.ts', () => {
    const there = globSync('server/domains/*/').map((room) => path.basename(room))
    expect(table.map(({ room }) => room).sort()).toEqual(there.sort())
    expect(there.filter((name) => !existsSync(`server/domains/${name}/index.ts`))).toEqual([])
  })

  test('each room uses only rooms below it in the table', () => {
    const places = new Map(table.map(({ room }, place) => [room, place]))
    const upwards = table.filter(({ room, uses }) =>
      uses.some((other) => (places.get(other) ?? 0) < (places.get(room) ?? 0)),
    )
    expect(upwards).toEqual([])
  })

  test('contract/, web/features/, web/admin/sections/ and tests/e2e/ have folders only for rooms of the server', () => {
    const known = globSync('server/domains/*/').map((room) => path.basename(room))
    const others = globSync(['contract/*/', 'web/features/*/', 'web/admin/sections/*/', 'tests/e2e/*/'])
    expect(known.length).toBeLessThanOrEqual(12)
    expect(others.filter((other) => !known.includes(path.basename(other)))).toEqual([])
  })

  test('the table of rooms allows at most twenty imports between rooms, on at most five levels', () => {
    const floorOf = (room: string): number => 1 + Math.max(0, ...used(room).map(floorOf))
    expect(Object.values(rooms).flat().length).toBeLessThanOrEqual(20)
    expect(Math.max(...Object.keys(rooms).map(floorOf))).toBeLessThanOrEqual(5)
  })

  test('every import between rooms that the table of rooms allows is used in some file', () => {
    const uses = Object.entries(rooms).flatMap(([room, used]) => used.map((other) => ({ room, other })))
    const isMade = ({ room, other }: (typeof uses)[number]) =>
      files.some(
        (file) =>
          file.startsWith(`server/domains/${room}/`) &&
          readFileSync(file, 'utf8').includes(`/${other}/index.ts'`),
      )
    expect(uses.filter((use) => !isMade(use))).toEqual([])
  })
})

describe('the table of imports', () => {
  const rows = rowsOf('| who | may import, of our own files | of this the types alone |').map(
    ([who, may = '', types = '']) => ({ room: marked(who)[0] ?? '', may, types }),
  )
  const compiled = new Map<string, RegExp>()
  /** Patterns are compiled once, because millions of names are compared with a few hundred patterns. */
  function regex(pattern: string): RegExp {
    const known = compiled.get(pattern) ?? new RegExp(pattern)
    compiled.set(pattern, known)
    return known
  }
  /** An X in the name of a row stands for any room or report. */
  const patternOf = (room: string) =>
    regex(
      `^${room
        .replaceAll('.', '\\.')
        .replace('X/*', 'X/.+')
        .replace(/[*X]/g, '([^/]+)')}${room.endsWith('/') ? '' : '$'}`,
    )
  const longestFirst = [...rows].sort((a, b) => b.room.length - a.room.length)
  const findRoom = (file: string) => longestFirst.find(({ room }) => patternOf(room).test(file))?.room
  const roomsOfFiles = new Map(files.map((file) => [file, findRoom(file)]))
  const roomOf = (file: string) => roomsOfFiles.get(file)
  const domainOf = (file: string) => /^server\/domains\/([^/]+)\//.exec(file)?.[1]

  /** Says whether the words of a cell let one file import another. */
  function allows(cell: string, from: string, to: string): boolean {
    const room = roomOf(from) ?? ''
    const instanceOf = (file: string) => patternOf(room).exec(file)?.[0]
    if (cell.includes('itself') && roomOf(to) === room && instanceOf(from) === instanceOf(to)) return true
    // The routes of a room have a row of their own in the table, but belong to the room.
    const [own, other] = [domainOf(from), domainOf(to)]
    if (cell.includes('itself') && own && own === other) return true
    const isIndex = to === `server/domains/${other}/index.ts`
    // Other files of the server may import only the `index.ts` of a room.
    if (from.startsWith('server/') && other && !isIndex) return false
    return marked(cell).some((name) => {
      if (name === 'index.ts') {
        return isIndex && (!own || ((rooms as Record<string, string[]>)[own] ?? []).includes(other ?? ''))
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
    list(patterns).some((pattern) => regex(pattern.replaceAll('$1', own)).test(file))

  /** Returns the name of the wall that stops this import, by the rules that dependency-cruiser reads. */
  function stoppedBy(from: string, to: string, isType: boolean): string | undefined {
    const rules = (walls as Rule[]).filter(
      ({ to }) => !to.circular && !to.couldNotResolve && !to.dependencyTypes,
    )
    return rules.find((rule) => {
      const match = list(rule.from.path).flatMap((pattern) => regex(pattern).exec(from) ?? [])
      if (!match.length || isOneOf(from, rule.from.pathNot)) return false
      if (isType && rule.to.dependencyTypesNot) return false
      const own = match[1] ?? ''
      if (rule.to.path && !isOneOf(to, rule.to.path, own)) return false
      return !isOneOf(to, rule.to.pathNot, own)
    })?.name
  }

  test('the table of imports names every folder of the server and of the web', () => {
    expect(rows.length).toBeGreaterThan(15)
    const roofless = files.filter((file) => /^(web|server)\/[^/]+\//.test(file) && !roomOf(file))
    expect(roofless).toEqual([])
  })

  test.each(rows)(
    'ARCHITECTURE.md and .dependency-cruiser.mjs allow the same imports in $room',
    ({ room, may, types }) => {
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
    },
  )

  test('every path in the rules of .dependency-cruiser.mjs matches a file that exists', () => {
    const patterns = (walls as Rule[]).flatMap(({ from, to }) => [
      ...list(from.path),
      ...list(to.path),
      ...list(to.pathNot),
    ])
    const ofRooms = patterns.filter(
      (pattern) => /^\^(contract|drawings|server|tools|web)/.test(pattern) && !pattern.includes('$1'),
    )
    expect(ofRooms.length).toBeGreaterThan(20)
    expect(ofRooms.filter((pattern) => !everyFile.some((file) => regex(pattern).test(file)))).toEqual([])
  })
})
