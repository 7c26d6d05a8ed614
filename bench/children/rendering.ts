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

  /** Renders the page once in both ways, and throws if the results differ. */
  async function turnTo(page: string) {
    url = new URL(page, url)
    tree = null
    const { html } = await render(new URL(url))
    const bare = renderToString(tree)
    const itemsOf = (text: string) => text.match(/<li[ >]/g)?.length
    if (itemsOf(html.beforeStyles + html.afterStyles) !== itemsOf(bare))
      throw new Error(`React alone rendered another page at ${page}`)
  }

  process.on('message', async (asked: { page: string } | { how: 'ours' | 'baseline'; renders: number }) => {
    if ('page' in asked) {
      await turnTo(asked.page)
      process.send?.('ready')
      return
    }
    const began = process.cpuUsage()
    for (let at = 0; at < asked.renders; at++) {
      if (asked.how === 'ours') await render(new URL(url))
      else renderToString(tree)
    }
    const { user, system } = process.cpuUsage(began)
    process.send?.((asked.renders * 1e6) / (user + system))
  })
  process.send?.('ready')
})
