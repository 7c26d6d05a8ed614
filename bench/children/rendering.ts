// P2: renders a page in the process, through the server's renderer and with React alone.
import { createRequire } from 'node:module'
import path from 'node:path'
import type { ReactElement } from 'react'
import type * as ReactDom from 'react-dom/server'
import type { EntryContext } from 'react-router'
import { startInProcess } from './in-process.ts'

// Catches the tree that the site renders, so that the baseline is of the same one.
const reactDom = createRequire(import.meta.url)('react-dom/server') as typeof ReactDom
let tree: ReactElement | null = null
const { renderToReadableStream } = reactDom
reactDom.renderToReadableStream = (element, options) => {
  tree ??= element as ReactElement
  return renderToReadableStream(element, options)
}

const { loadBuild, createRenderer } = await import('../../server/http/pages.ts')

process.once('message', async (dataDir: string) => {
  const { app, deps } = await startInProcess(dataDir, null)
  const { render } = createRenderer({
    build: await loadBuild(path.resolve('build')),
    call: app.call,
    db: deps.db,
    siteUrl: 'http://localhost',
    isProduction: true,
  })
  const url = new URL('http://localhost/classes')
  const { html } = await render(url)
  withoutHandoff(tree)
  const bare = reactDom.renderToString(tree)
  const cardsOf = (text: string) => text.split('<li').length
  if (cardsOf(html) !== cardsOf(bare)) throw new Error('React alone rendered another page')

  process.on('message', async ({ how, renders }: { how: 'ours' | 'baseline'; renders: number }) => {
    const began = process.cpuUsage()
    for (let at = 0; at < renders; at++) {
      if (how === 'ours') await render(new URL(url))
      else reactDom.renderToString(tree)
    }
    const { user, system } = process.cpuUsage(began)
    process.send?.((renders * 1e6) / (user + system))
  })
  process.send?.('ready')
})

/** The router's own data for the browser is a stream that is read once, and no part of the page. */
function withoutHandoff(element: ReactElement | null): void {
  const props = (element?.props ?? {}) as { context?: EntryContext; children?: ReactElement }
  if (props.context) delete props.context.serverHandoffStream
  else if (props.children) withoutHandoff(props.children)
}
