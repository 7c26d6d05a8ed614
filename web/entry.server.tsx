import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { createContext, type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import type { PageContext, PageHandle } from '../contract/page.ts'
import { PageAssetsProvider } from './lib/page-context.tsx'
import { createQueryClient } from './lib/query.ts'
import stylesheetUrl from './ui/app.css?url'

export { stylesheetUrl }

/** How the server hands its services to a page; typed by the contract, so that nothing here imports the server. */
export const pageContext = createContext<PageContext>()

/** React's mark of a boundary that the browser is to render. */
const unfinishedBoundary = '<!--$!-->'

/** The stream begins with it, the one pass does not; without it browsers lay a page out as those of 1998 did. */
const doctype = '<!DOCTYPE html>'

const startId = 'start'

/** Renders a page with the data its matched routes ask for (`export const handle`). */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const page = context.get(pageContext)
  const url = new URL(request.url)
  const { matches } = entry.staticHandlerContext
  const queryClient = createQueryClient((key, input) => page.call(key, (input ?? undefined) as never))
  const answers: string[] = []
  const answered = (key: readonly unknown[], data: object | null) => {
    queryClient.setQueryData(key, data)
    answers.push(`{"key":${inScript(JSON.stringify(key))},"data":${data === null ? null : keptJson(data)}}`)
  }
  page.facts.status = status

  await Promise.all(
    matches.map(async (match) => {
      const handle = entry.routeModules[match.route.id]?.handle as PageHandle | undefined
      if (handle?.isPrivate) page.facts.isPrivate = true
      if (handle?.status) page.facts.status = handle.status
      await Promise.all(
        (handle?.queries?.(match.params, url.searchParams) ?? []).map(async ({ queryKey, isRequired }) => {
          try {
            answered(queryKey, await page.call(queryKey[0], (queryKey[1] ?? undefined) as never))
          } catch (error) {
            if (isRequired && (error as { code?: unknown }).code === 'not_found') {
              page.facts.status = 404
              return answered(queryKey, null)
            }
            // Without this answer the page shows that it is loading, and the browser asks again.
            page.facts.isPrivate = true
          }
        }),
      )
    }),
  )

  const assets = {
    data: `[${answers.sort().join()}]`,
    stylesheet: page.stylesheet,
    siteUrl: page.siteUrl,
    today: page.today,
  }
  const { serverHandoffStream, ...routed } = entry
  const tree = (
    <PageAssetsProvider value={assets}>
      <QueryClientProvider client={queryClient}>
        <ServerRouter context={routed} url={request.url} />
      </QueryClientProvider>
    </PageAssetsProvider>
  )
  const html = await render(tree)
  const isLive = entry.renderMeta?.didRenderScripts === true
  page.facts.html = doctype + (isLive ? startAfterPaint(html, await handoff(serverHandoffStream)) : html)
  return new Response(null, { status: page.facts.status, headers })
}

/** JSON as it may stand in a script. */
const inScript = (json: string) => json.replace(/</g, '\\u003c')

const jsonOf = new WeakMap<object, string>()

/** The JSON of an answer: made once, since pages are given the same one until something changes. */
function keptJson(data: object): string {
  const json = jsonOf.get(data) ?? inScript(JSON.stringify(data))
  jsonOf.set(data, json)
  return json
}

/** In one pass; where a part is still loading (at its first use), by the stream that waits for it, half as fast. */
async function render(tree: ReactElement): Promise<string> {
  const html = renderToString(tree)
  if (!html.includes(unfinishedBoundary)) return html
  // One piece: React hides a late boundary's content from readers without JavaScript.
  const stream = await renderToReadableStream(tree, { progressiveChunkSize: Number.POSITIVE_INFINITY })
  await stream.allReady
  return (await new Response(stream).text()).slice(doctype.length)
}

/**
 * Lets the page's modules wait for its first paint (decision 0045): what is seen has the connection to itself. The
 * router's own start stays where it is, as text that the starter brings to life. The page is copied once, when its
 * pieces are joined: each copy costs a tenth of its rendering and more (P2).
 */
function startAfterPaint(html: string, handedOver: string): string {
  const preload = /<link rel="modulepreload" href="([^"]+)"\/>/y
  const preloadsAt = Math.max(0, html.indexOf('<link rel="modulepreload"'))
  const preloads: string[] = []
  let preloadsEnd = preloadsAt
  preload.lastIndex = preloadsAt
  for (let found = preload.exec(html); found; found = preload.exec(html)) {
    preloads.push(found[1] ?? '')
    preloadsEnd = preload.lastIndex
  }
  const startTag = '<script type="module" async="">'
  const startAt = html.lastIndexOf(startTag)
  const bodyEnd = html.lastIndexOf('</body>')
  const starter = `<script>(${startScripts.toString()})(${JSON.stringify(startId)},${JSON.stringify(preloads)})</script>`
  return [
    html.slice(0, preloadsAt),
    html.slice(preloadsEnd, startAt),
    `<script type="text/plain" id="${startId}">`,
    html.slice(startAt + startTag.length, bodyEnd),
    handedOver,
    starter,
    html.slice(bodyEnd),
  ].join('')
}

/** Runs in the browser, inline: it knows nothing but what it is given. */
function startScripts(id: string, preloads: string[]) {
  const append = (tag: string, attributes: object) =>
    document.head.append(Object.assign(document.createElement(tag), attributes))
  const start = async () => {
    for (const href of preloads) append('link', { rel: 'modulepreload', href })
    const { textContent } = document.getElementById(id) as HTMLElement
    // Each file that the router's start needs in a task of its own: in one, they would hold up who scrolls or presses.
    for (const src of preloads) {
      if (textContent.includes(src)) continue
      await new Promise((done) => append('script', { type: 'module', src, onload: done, onerror: done }))
    }
    append('script', { type: 'module', textContent })
  }
  if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) return void start()
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    void start()
  }).observe({ type: 'paint', buffered: true })
}

/** What the router's browser half takes over, in the scripts that `ServerRouter` would make of it pass by pass. */
async function handoff(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  if (stream === undefined) return ''
  const text = inScript(JSON.stringify(await new Response(stream).text()))
  const controller = 'window.__reactRouterContext.streamController'
  return `<script>${controller}.enqueue(${text});${controller}.close();</script>`
}
