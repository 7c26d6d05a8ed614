import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, normalizePath, type Plugin } from 'vite'
import { answerShapes } from './contract/answer-shapes.ts'

/**
 * What every page runs on. An allow-list: a library that one dialog needs never joins the first load unseen. Of our own
 * files it has the one that compares answers, which changes as seldom as the packages.
 */
const coreModules =
  /^\0|[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router|@tanstack[\\/](?:react-query|query-core))[\\/]|[\\/]web[\\/]lib[\\/]fits\.ts$/

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), fewScripts(), shapesAsFile(), precompressed()],
  build: {
    target: 'es2022',
    // What Tailwind asks for anyway; each colour for older ones would be a kilobyte of every page.
    cssTarget: ['chrome111', 'edge111', 'safari16.4', 'firefox128'],
    // Fonts stay files: inlined in the page's CSS they would be sent with every page.
    assetsInlineLimit: 0,
  },
})

/** A first load names some forty files: digits that compress cost it less. */
const hashCharacters = 'hex'

/**
 * A first load of few scripts: the core, which changes only with its packages; the root, with everything that two pages
 * share; the page's own, with what parts share with it that load later. Bounded by
 * `tests/architecture/bundle-size.test.ts`.
 */
function fewScripts(): Plugin {
  return {
    name: 'few-scripts',
    apply: 'build',
    configEnvironment(environment) {
      // The server's build names the same files by the same hashes.
      if (environment !== 'client') return { build: { rolldownOptions: { output: { hashCharacters } } } }
      let homes: Map<string, string> | undefined
      const homeOf = (id: string, graph: ModuleGraph) => {
        homes ??= homesOfModules(graph)
        return homes.get(id) ?? null
      }
      return {
        build: {
          rolldownOptions: {
            // Lets a route's file hold what others need too; React Router reads the exports it knows by name.
            preserveEntrySignatures: 'allow-extension',
            output: {
              hashCharacters,
              chunkFileNames: 'assets/[name]-[hash:7].js',
              entryFileNames: 'assets/[name]-[hash:7].js',
              codeSplitting: {
                groups: [
                  { name: 'core', test: coreModules, priority: 3 },
                  // A file of its own, at the address by which `web/entry.server.tsx` knows it.
                  { name: 'more', test: /[\\/]web[\\/]ui[\\/]more\.css$/, priority: 3 },
                  // Before the pages: a file also takes what its modules import and no file before it took.
                  { name: (id, graph) => (homeOf(id, graph) === 'root' ? 'root' : null), priority: 2 },
                  { name: homeOf, debugName: 'page', priority: 1 },
                ],
              },
            },
          },
        },
      }
    },
  }
}

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: string[]; dynamicallyImportedIds: string[] } | null
}

/**
 * The file of each module that more than one file needs: the root's for what the root, the entry or two pages need; its
 * page's for what one page needs besides parts that load later, which then load that page's file. What only such parts
 * need stays with them. Followed along static imports.
 */
function homesOfModules(graph: ModuleGraph): Map<string, string> {
  const reach = (id: string, reached = new Set<string>()): Set<string> => {
    if (reached.has(id) || coreModules.test(id)) return reached
    reached.add(id)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reach(next, reached)
    return reached
  }
  const fileOf = (file: string) => normalizePath(path.resolve('web', file))
  // React Router enters a route's file through this name.
  const entered = (file: string) => `${fileOf(file)}?__react-router-build-client-route`
  const entry = fileOf('entry.client.tsx')
  const ofRoot = reach(entered('root.tsx'), reach(entry))
  ofRoot.delete(entry)

  const pages = globSync('routes/*.tsx', { cwd: 'web', exclude: ['routes/admin.tsx'] })
  const pagesOf = new Map<string, string[]>()
  for (const page of pages) {
    for (const id of reach(fileOf(page))) pagesOf.set(id, [...(pagesOf.get(id) ?? []), page])
  }
  const loadedBy = (ids: Iterable<string>) =>
    [...ids].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
  const ofLater = new Set(loadedBy(pagesOf.keys()).flatMap((id) => [...reach(id)]))
  // A section of the back office is two steps away from its page.
  const office = reach(fileOf('routes/admin.tsx'))
  for (const id of office) for (const part of loadedBy([id])) reach(part, office)
  for (const id of office) ofLater.add(id)

  const homes = new Map([...ofRoot].map((id) => [id, 'root']))
  for (const [id, [page = '', ...others]] of pagesOf) {
    if (homes.has(id)) continue
    if (others.length > 0) homes.set(id, 'root')
    else if (ofLater.has(id)) {
      homes.set(id, path.basename(page, '.tsx'))
      homes.set(entered(page), path.basename(page, '.tsx'))
      homes.set(fileOf(page), path.basename(page, '.tsx'))
    }
  }
  return homes
}

/**
 * The shapes of answers (`web/lib/answer-shapes.ts`) as a file of JSON: neither the contract nor zod is part of a page.
 * The server calls nothing over HTTP, and needs none.
 */
function shapesAsFile(): Plugin {
  const module = normalizePath(path.resolve('web/lib/answer-shapes.ts'))
  let isBuild = false
  return {
    name: 'shapes-as-file',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    load(id) {
      if (id !== module) return null
      const source = JSON.stringify(answerShapes())
      if (!isBuild || this.environment.name !== 'client')
        return `export const loadShapes = async () => (${source})`
      const file = this.emitFile({ type: 'asset', name: 'answers.json', source })
      return `export const loadShapes = (signal) =>
        fetch('__VITE_ASSET__${file}__', { signal }).then((file) => file.json())`
    },
  }
}

/** Text is compressed once, as far as it goes; the server sends the `.br` or `.gz` beside a file. */
function precompressed(): Plugin {
  const brotliAsync = promisify(brotliCompress)
  const gzipAsync = promisify(gzip)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  return {
    name: 'precompressed',
    apply: 'build',
    buildApp: {
      order: 'post',
      async handler({ environments }) {
        const folder = environments.client?.config.build.outDir ?? ''
        await Promise.all(
          globSync('**/*.{js,css,svg,json}', { cwd: folder }).map(async (name) => {
            const file = path.join(folder, name)
            const bytes = await readFile(file)
            await writeFile(`${file}.br`, await brotliAsync(bytes, { params }))
            await writeFile(`${file}.gz`, await gzipAsync(bytes, { level: 9 }))
          }),
        )
      },
    },
  }
}
