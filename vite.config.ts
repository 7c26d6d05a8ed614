import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, normalizePath, type Plugin } from 'vite'

/** What every page runs on. An allow-list: a library that one dialog needs never joins the first load unseen. */
const coreModules =
  /^\0|[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router|@tanstack[\\/](?:react-query|query-core))[\\/]/

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), fewScripts(), precompressed()],
  build: {
    target: 'es2022',
    // Fonts stay files: inlined in the page's CSS they would be sent with every page.
    assetsInlineLimit: 0,
  },
})

/**
 * A first load of few scripts: the core, which changes only with its packages; the root, with everything that a page
 * shares with something else; the page's own. Bounded by `tests/architecture/bundle-size.test.ts`.
 */
function fewScripts(): Plugin {
  return {
    name: 'few-scripts',
    apply: 'build',
    configEnvironment(environment) {
      if (environment !== 'client') return
      let shared: Set<string> | undefined
      const nameShared = (id: string, graph: ModuleGraph) => {
        shared ??= sharedModules(graph)
        return shared.has(id) ? 'root' : null
      }
      return {
        build: {
          rolldownOptions: {
            // Lets the root's file hold what is shared; React Router reads the exports it knows by name.
            preserveEntrySignatures: 'allow-extension',
            output: {
              codeSplitting: {
                groups: [
                  { name: 'core', test: coreModules, priority: 2 },
                  { name: nameShared, debugName: 'root', priority: 1 },
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
 * What the root and the entry need, and what a page needs that another page or a part loaded later needs too.
 * Followed along static imports, so that what only dialogs need stays with them.
 */
function sharedModules(graph: ModuleGraph): Set<string> {
  const reach = (id: string, reached = new Set<string>()): Set<string> => {
    if (reached.has(id) || coreModules.test(id)) return reached
    reached.add(id)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reach(next, reached)
    return reached
  }
  const fileOf = (file: string) => normalizePath(path.resolve('web', file))
  const pages = globSync('routes/*.tsx', { cwd: 'web', exclude: ['routes/admin.tsx'] }).map(fileOf)
  const ofPages = new Set(pages.flatMap((page) => [...reach(page)]))
  const loadedLater = new Set(
    [...ofPages].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
  )

  const entry = fileOf('entry.client.tsx')
  // React Router enters a route's file through this name.
  const shared = reach(`${fileOf('root.tsx')}?__react-router-build-client-route`, reach(entry))
  shared.delete(entry)
  const isOfOne = new Set<string>()
  for (const user of [...pages, ...loadedLater]) {
    for (const id of reach(user)) {
      if (isOfOne.has(id) && ofPages.has(id)) shared.add(id)
      isOfOne.add(id)
    }
  }
  return shared
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
          globSync('**/*.{js,css,svg}', { cwd: folder }).map(async (name) => {
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
