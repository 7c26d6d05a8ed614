import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, normalizePath, type Plugin } from 'vite'
import { answerShapes } from './contract/answer-shapes.ts'
import { isPseudoLanguage, pseudoLanguage } from './scripts/pseudo-language.mjs'

/**
 * The modules of the script `core`, on which every page runs. It is an allow-list, so that a library which one dialog
 * needs does not join the first load unnoticed. Of our own files it has the one that compares answers, which changes as
 * seldom as the packages.
 */
const coreModules =
  /^\0|[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router|@tanstack[\\/](?:react-query|query-core))[\\/]|[\\/]web[\\/]lib[\\/]fits\.ts$/

export default defineConfig({
  plugins: [
    tailwindcss(),
    ...(isPseudoLanguage ? [pseudoLanguage()] : []),
    reactRouter(),
    fewScripts(),
    completeCatalogues(),
    shapesAsFile(),
    ...(isPseudoLanguage ? [] : [precompressed()]),
  ],
  build: {
    target: 'es2022',
    // Tailwind needs these browsers anyway. Colours for older ones would add a kilobyte to every page.
    cssTarget: ['chrome111', 'edge111', 'safari16.4', 'firefox128'],
    // Nothing is inlined: a font inside the page's CSS would be sent with every page.
    assetsInlineLimit: 0,
  },
})

/** Hexadecimal hashes compress better, and the HTML of a first load names some forty files. */
const hashCharacters = 'hex'

/**
 * Makes a first load of three scripts: the core, which changes only with its packages; the root, with all that two
 * pages share; and the page's own, with what it shares with its parts that load later.
 * `tests/architecture/bundle-size.test.ts` bounds their sizes.
 */
function fewScripts(): Plugin {
  return {
    name: 'few-scripts',
    apply: 'build',
    configEnvironment(environment) {
      // The server's build must give the files the same names, so it uses the same kind of hash.
      if (environment !== 'client') return { build: { rolldownOptions: { output: { hashCharacters } } } }
      let homes: Map<string, string> | undefined
      const homeOf = (id: string, graph: ModuleGraph) => {
        homes ??= homesOfModules(graph)
        return homes.get(id) ?? null
      }
      return {
        build: {
          rolldownOptions: {
            // A route's file may also export what others need. React Router reads only the exports that it knows.
            preserveEntrySignatures: 'allow-extension',
            // A text of a catalogue stands where it is used, so that a page loads only the texts that it shows.
            optimization: { inlineConst: { mode: 'all', pass: 1 } },
            output: {
              hashCharacters,
              chunkFileNames: 'assets/[name]-[hash:7].js',
              entryFileNames: 'assets/[name]-[hash:7].js',
              codeSplitting: {
                groups: [
                  { name: 'core', test: coreModules, priority: 3 },
                  // more.css is a file of its own, because `web/entry.server.tsx` links to it.
                  { name: 'more', test: /[\\/]web[\\/]ui[\\/]more\.css$/, priority: 3 },
                  // The root is before the pages: a group also takes what its modules import if no group has it.
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

/** Browsers never load the scripts of these pages. */
const staticPages = ['offline', 'opening-soon']

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: string[]; dynamicallyImportedIds: string[] } | null
}

/**
 * Decides in which file each shared module goes. The root's file has what the root, the entry or two pages need. A
 * page's file has what the page and its later parts need; the later parts then load that file. What only later parts
 * need stays with them. "Need" means by static imports, however indirect.
 */
function homesOfModules(graph: ModuleGraph): Map<string, string> {
  const reach = (id: string, reached = new Set<string>()): Set<string> => {
    if (reached.has(id) || coreModules.test(id)) return reached
    reached.add(id)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reach(next, reached)
    return reached
  }
  const fileOf = (file: string) => normalizePath(path.resolve('web', file))
  // React Router's build imports a route's file by this name.
  const entered = (file: string) => `${fileOf(file)}?__react-router-build-client-route`
  const entry = fileOf('entry.client.tsx')
  const ofRoot = reach(entered('root.tsx'), reach(entry))
  ofRoot.delete(entry)

  const notLoaded = staticPages.map((name) => `routes/${name}.tsx`)
  const exclude = ['routes/admin.tsx', 'routes/*.en.tsx', ...notLoaded]
  const pages = globSync('routes/*.tsx', { cwd: 'web', exclude })
  const pagesOf = new Map<string, string[]>()
  for (const page of pages) {
    for (const id of reach(fileOf(page))) pagesOf.set(id, [...(pagesOf.get(id) ?? []), page])
  }
  const loadedBy = (ids: Iterable<string>) =>
    [...ids].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
  const ofLater = new Set(loadedBy(pagesOf.keys()).flatMap((id) => [...reach(id)]))
  // The back office's page imports its shell dynamically, and the shell imports the sections in the same way.
  const office = reach(fileOf('routes/admin.tsx'))
  for (const id of office) for (const part of loadedBy([id])) reach(part, office)
  for (const id of office) ofLater.add(id)
  for (const page of notLoaded) for (const id of reach(fileOf(page))) ofLater.add(id)

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

/** Stops a build in which a page uses a text that its catalogue does not have. */
function completeCatalogues(): Plugin {
  return {
    name: 'complete-catalogues',
    onLog(_level, log) {
      if (log.code === 'IMPORT_IS_UNDEFINED') this.error(log)
    },
  }
}

/**
 * Replaces `web/lib/answer-shapes.ts` by a fetch of a JSON file with the shapes of all answers, so that neither the
 * contract nor zod is part of a page. The server calls nothing over HTTP and needs no shapes.
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

/** Compresses text files at the highest level. The server sends the `.br` or `.gz` file beside the original. */
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
