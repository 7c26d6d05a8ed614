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
  const answers: { key: readonly unknown[]; data: unknown }[] = []
  page.facts.status = status

  await Promise.all(
    matches.map(async (match) => {
      const handle = entry.routeModules[match.route.id]?.handle as PageHandle | undefined
      if (handle?.isPrivate) page.facts.isPrivate = true
      if (handle?.status) page.facts.status = handle.status
      await Promise.all(
        (handle?.queries?.(match.params, url.searchParams) ?? []).map(async ({ queryKey, isRequired }) => {
          try {
            const data = await page.call(queryKey[0], (queryKey[1] ?? undefined) as never)
            queryClient.setQueryData(queryKey, data)
            answers.push({ key: queryKey, data })
          } catch (error) {
            if (isRequired && (error as { code?: unknown }).code === 'not_found') {
              page.facts.status = 404
              queryClient.setQueryData(queryKey, null)
              answers.push({ key: queryKey, data: null })
              return
            }
            // Without this answer the page shows that it is loading, and the browser asks again.
            page.facts.isPrivate = true
          }
        }),
      )
    }),
  )

  answers.sort((a, b) => (JSON.stringify(a.key) < JSON.stringify(b.key) ? -1 : 1))
  const assets = {
    data: JSON.stringify(answers)
      .replace(/</g, '\\u003c')
      .replace(/\u2028/g, '\\u2028')
      .replace(/\u2029/g, '\\u2029'),
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
  page.facts.html = isLive ? startAfterPaint(html, await handoff(serverHandoffStream)) : html
  return new Response(null, { status: page.facts.status, headers })
}

/** In one pass; where a part is still loading (at its first use), by the stream that waits for it, half as fast. */
async function render(tree: ReactElement): Promise<string> {
  const html = renderToString(tree)
  // The stream begins with it of itself; without it browsers lay a page out as those of 1998 did.
  if (!html.includes(unfinishedBoundary)) return `<!DOCTYPE html>${html}`
  // One piece: React hides a late boundary's content from readers without JavaScript.
  const stream = await renderToReadableStream(tree, { progressiveChunkSize: Number.POSITIVE_INFINITY })
  await stream.allReady
  return new Response(stream).text()
}

/**
 * Lets the page's modules wait for its first paint (decision 0045): what is seen has the connection to itself. The
 * router's own start stays where it is, as text that the starter brings to life.
 */
function startAfterPaint(html: string, handedOver: string): string {
  const preloads: string[] = []
  const waiting = html
    .replace(/<link rel="modulepreload" href="([^"]+)"\/>/g, (_, href: string) => {
      preloads.push(href)
      return ''
    })
    .replace('<script type="module" async="">', `<script type="text/plain" id="${startId}">`)
  const end = waiting.lastIndexOf('</body>')
  const starter = `<script>(${startScripts.toString()})(${JSON.stringify(startId)},${JSON.stringify(preloads)})</script>`
  return waiting.slice(0, end) + handedOver + starter + waiting.slice(end)
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
  const text = JSON.stringify(await new Response(stream).text()).replace(/</g, '\\u003c')
  const controller = 'window.__reactRouterContext.streamController'
  return `<script>${controller}.enqueue(${text});${controller}.close();</script>`
}
