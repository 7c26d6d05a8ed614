import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ensureBuilt } from '../../scripts/setup/build.mjs'

const folder = path.resolve('build/client')

/** The part of React Router's manifest that this test reads. */
interface Manifest {
  url: string
  entry: { module: string; imports: string[] }
  routes: Record<
    string,
    { id: string; parentId?: string; path?: string; module: string; imports?: string[]; css?: string[] }
  >
}

let manifest: Manifest
let css: string

beforeAll(async () => {
  await ensureBuilt(process.execPath)
  const assets = readdirSync(path.join(folder, 'assets'))
  const named = (pattern: RegExp) => assets.find((name) => pattern.test(name)) ?? ''
  const script = readFileSync(path.join(folder, 'assets', named(/^manifest-.*\.js$/)), 'utf8')
  manifest = JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1))
  css = named(/^app-.*\.css$/)
}, 120_000)

/**
 * Lists the scripts of a first visit to a route: the manifest, the entry, and each route above it with its static
 * imports.
 */
function firstLoad(id: string): string[] {
  const scripts = new Set([manifest.url, manifest.entry.module, ...manifest.entry.imports])
  for (let at: string | undefined = id; at; at = manifest.routes[at]?.parentId) {
    const route = manifest.routes[at]
    if (route) for (const script of [route.module, ...(route.imports ?? [])]) scripts.add(script)
  }
  return [...scripts]
}

const brotliBytes = (file: string) => statSync(path.join(folder, `${file}.br`)).size
const total = (files: string[]) => files.reduce((sum, file) => sum + brotliBytes(file), 0)
const isCore = (file: string) => /\/(core|rolldown-runtime)-[^/]*$/.test(file)
/** Pages that are not counted: the back office, and static pages that load no scripts. */
const notCounted = new Set(['routes/admin', 'routes/offline', 'routes/opening-soon'])
const publicPages = () =>
  Object.keys(manifest.routes).filter((id) => id.startsWith('routes/') && !notCounted.has(id))

describe('the download of a first visit', () => {
  test('all public pages load the same core of at most 106 kB', () => {
    expect(publicPages().length).toBeGreaterThan(10)
    const cores = publicPages().map((id) => firstLoad(id).filter(isCore).sort().join(' '))
    expect(new Set(cores).size).toBe(1)
    expect(total(cores[0]?.split(' ') ?? [])).toBeGreaterThan(50_000)
    expect(total(cores[0]?.split(' ') ?? [])).toBeLessThanOrEqual(106_000)
  })

  test('a public page loads at most 26 kB beyond the core, in at most 6 requests', () => {
    const beyond = publicPages().map((id) => ({
      id,
      bytes: total(firstLoad(id).filter((file) => !isCore(file))),
      requests: firstLoad(id).length,
    }))
    expect(beyond.filter(({ bytes, requests }) => bytes > 26_000 || requests > 6)).toEqual([])
  })

  test('every page loads the same CSS of at most 10 kB', () => {
    expect(Object.values(manifest.routes).flatMap((route) => route.css ?? [])).toEqual([])
    expect(brotliBytes(`assets/${css}`)).toBeLessThanOrEqual(10_000)
  })

  test('each script has its compressed files beside it', () => {
    const files = readdirSync(path.join(folder, 'assets'))
    const scripts = files.filter((name) => name.endsWith('.js'))
    expect(scripts.filter((name) => !files.includes(`${name}.br`) || !files.includes(`${name}.gz`))).toEqual(
      [],
    )
  })
})
