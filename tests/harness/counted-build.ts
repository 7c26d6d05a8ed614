import { readdirSync } from 'node:fs'
import path from 'node:path'
import { loadBuild, type SiteBuild } from '../../server/http/rendering.ts'
import { root } from '../robustness/server-process.ts'

export interface CountedBuild {
  build: SiteBuild
  /** The name of one of the build's scripts. */
  script: string
  /** The number of pages that were rendered so far. */
  renderings: () => number
  /** The largest number of renderings that ran at the same time. */
  atOnce: () => number
  /** Makes every rendering from now on wait until `open` is called. */
  hold(): { open: () => void }
}

/** Loads the built site. A test can count the site's renderings, and make later renderings wait. */
export async function countedBuild(): Promise<CountedBuild> {
  const build = await loadBuild(path.join(root, 'build'))
  if (typeof build.server === 'function') throw new Error('the site is not built')
  const { server } = build
  const { module } = server.entry
  let renderings = 0
  let running = 0
  let atOnce = 0
  let gate: Promise<void> | null = null
  const render: typeof module.default = async (...given) => {
    renderings++
    atOnce = Math.max(atOnce, ++running)
    try {
      await gate
      return await module.default(...given)
    } finally {
      running--
    }
  }
  return {
    build: {
      ...build,
      server: { ...server, entry: { ...server.entry, module: { ...module, default: render } } },
    },
    script: readdirSync(path.join(root, 'build/client/assets')).find((name) => name.endsWith('.js')) ?? '',
    renderings: () => renderings,
    atOnce: () => atOnce,
    hold() {
      const held = Promise.withResolvers<void>()
      gate = held.promise
      return {
        open: () => {
          gate = null
          held.resolve()
        },
      }
    },
  }
}
