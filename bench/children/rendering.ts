// P2: renders pages in this process, by the server's renderer and by React alone.
import { createRequire } from 'node:module'
import path from 'node:path'
import type { ReactElement } from 'react'
import type * as ReactDom from 'react-dom/server'
import { startInProcess } from './in-process.ts'

// renderToString is replaced, to keep the tree that the site renders: the baseline renders the same tree.
const reactDom = createRequire(import.meta.url)('react-dom/server') as typeof ReactDom
let tree: ReactElement | null = null
const { renderToString } = reactDom
reactDom.renderToString = (element, options) => {
  tree ??= element as ReactElement
  return renderToString(element, options)
}

const { loadBuild, createRenderer } = await import('../../server/http/rendering.ts')

let url = new URL('http://localhost')
let site: Awaited<ReturnType<typeof startInProcess>>
let render: ReturnType<typeof createRenderer>['render']

export async function start(dataDir: string): Promise<void> {
  site = await startInProcess(dataDir, null)
  const build = await loadBuild(path.resolve('build'))
  render = createRenderer({ ...site.deps, call: site.app.call, build }).render
}

/** Renders the page in both ways and throws if the results differ. Returns the page's length in characters. */
export async function turnTo(page: string): Promise<number> {
  url = new URL(page, url)
  tree = null
  const { html } = await render(new URL(url))
  const whole = [...html.beforeStyles, ...html.afterStyles].join('')
  const bare = renderToString(tree)
  const itemsOf = (text: string) => text.match(/<li[ >]/g)?.length
  if (itemsOf(whole) !== itemsOf(bare)) throw new Error(`React alone rendered another page at ${page}`)
  return whole.length
}

export const ours = (times: number) => perCpuSecond(times, () => render(new URL(url)))

export const baseline = (times: number) => perCpuSecond(times, async () => renderToString(tree))

/** Marks the courses as changed, like a sale does, so that the page's data is read from the database again. */
export const anew = (times: number) =>
  perCpuSecond(times, async () => {
    await site.deps.db.transaction((tx) => site.deps.db.changes.mark(tx, 'courses'))
    await render(new URL(url))
  })

async function perCpuSecond(times: number, work: () => Promise<unknown>): Promise<number> {
  const began = process.cpuUsage()
  for (let at = 0; at < times; at++) await work()
  const { user, system } = process.cpuUsage(began)
  return (times * 1e6) / (user + system)
}
