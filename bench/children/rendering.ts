// P2: renders pages in the process, through the server's renderer and with React alone.
import { createRequire } from 'node:module'
import path from 'node:path'
import type { ReactElement } from 'react'
import type * as ReactDom from 'react-dom/server'
import { startInProcess } from './in-process.ts'

// Keeps the tree that the site renders, so that the baseline renders the same one.
const reactDom = createRequire(import.meta.url)('react-dom/server') as typeof ReactDom
let tree: ReactElement | null = null
const { renderToString } = reactDom
reactDom.renderToString = (element, options) => {
  tree ??= element as ReactElement
  return renderToString(element, options)
}

const { loadBuild, createRenderer } = await import('../../server/http/rendering.ts')

process.once('message', async (dataDir: string) => {
  const { app, deps } = await startInProcess(dataDir, null)
  const { render } = createRenderer({
    ...deps,
    call: app.call,
    build: await loadBuild(path.resolve('build')),
  })
  let url = new URL('http://localhost')

  /** Renders the page in both ways and throws if the results differ. Answers its length in characters. */
  async function turnTo(page: string): Promise<number> {
    url = new URL(page, url)
    tree = null
    const { html } = await render(new URL(url))
    const whole = [...html.beforeStyles, ...html.afterStyles].join('')
    const bare = renderToString(tree)
    const itemsOf = (text: string) => text.match(/<li[ >]/g)?.length
    if (itemsOf(whole) !== itemsOf(bare)) throw new Error(`React alone rendered another page at ${page}`)
    return whole.length
  }

  const ways = {
    ours: () => render(new URL(url)),
    /** The mark acts like a sale: what the page asks for is read from the database, too. */
    anew: async () => {
      await deps.db.transaction((tx) => deps.db.changes.mark(tx, 'courses'))
      await render(new URL(url))
    },
    baseline: async () => renderToString(tree),
  }

  process.on('message', async (asked: { page: string } | { how: keyof typeof ways; renders: number }) => {
    if ('page' in asked) {
      process.send?.(await turnTo(asked.page))
      return
    }
    const began = process.cpuUsage()
    for (let at = 0; at < asked.renders; at++) await ways[asked.how]()
    const { user, system } = process.cpuUsage(began)
    process.send?.((asked.renders * 1e6) / (user + system))
  })
  process.send?.('ready')
})
