import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import type { PageHandle, PageQuery } from '../contract/page.ts'
import { earlyScript } from './lib/early-events.ts'
import { PageAssetsProvider, pageDataId } from './lib/page-context.tsx'
import { createQueryClient } from './lib/query.ts'
import { pageContext } from './lib/request-context.ts'
import { type PageStart, startId, startScript } from './lib/start-page.ts'
import * as text from './preview.en.ts'
import stylesheetUrl from './ui/app.css?url'
import moreStylesUrl from './ui/more.css?url'

export { pageContext, stylesheetUrl }

/** Inline scripts that are the same on all pages, so that the security policy can name their hashes. */
export const inlineScripts: readonly string[] = [earlyScript, startScript]

const unfinishedBoundary = '<!--$!-->'

/** Links that are the same on every page. Only the server adds them, so that the browser's code stays small. */
const headLinks = [
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml"/>',
  '<link rel="apple-touch-icon" href="/icon-192.png"/>',
  '<link rel="manifest" href="/manifest.webmanifest"/>',
  '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfaf4"/>',
  '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#211118"/>',
].join('')

/**
 * The bar at the top of each page of a preview. Only the server adds it, so that the browser's code stays small. React
 * leaves an element in peace that it does not know.
 */
const previewBars = Object.fromEntries(
  Object.entries(text.bars).map(([kind, { label, said, back = '' }]) => [
    kind,
    `<preview-bar role="region" aria-label="${label}" class="block bg-marigold px-4 py-2 text-center font-bold text-on-marigold print:hidden">${said}${back && ` <a href="/admin#set-up" class="underline">${back}</a>`}</preview-bar>`,
  ]),
)

/**
 * Adds the bar, and keeps the forms in the preview, where the server refuses them. The router does so only with links.
 */
function inPreview(html: string, kind: keyof typeof text.bars, basename: string): string {
  const kept = html.replace(/ ((?:form)?action)="(?=\/)/g, ` $1="${basename}`)
  return kept.replace('<body>', `<body>${previewBars[kind]}`)
}

/** React's stream begins with the doctype; the output of `renderToString` does not. */
const doctype = '<!DOCTYPE html>'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const page = context.get(pageContext)
  const search = page.form?.fields ?? new URL(request.url).searchParams
  const { matches } = entry.staticHandlerContext
  const queryClient = createQueryClient((key, input) => page.call(key, (input ?? undefined) as never))
  const answers: string[] = []
  let { isStatic } = page
  let moreStyles = ''
  let isUnloaded = false
  const answered = ({ queryKey: key, isForPlainReaders }: PageQuery, data: object) => {
    queryClient.setQueryData(key, data)
    if (!isForPlainReaders) answers.push(`{"key":${inScript(JSON.stringify(key))},"data":${keptJson(data)}}`)
  }
  page.facts.status = status

  await Promise.all(
    matches.map(async (match) => {
      const handle = entry.routeModules[match.route.id]?.handle as PageHandle | undefined
      if (handle?.isStatic) isStatic = true
      if (handle?.hasMoreStyles) moreStyles = `<link rel="stylesheet" href="${moreStylesUrl}"/>`
      if (handle?.isPrivate) page.facts.isPrivate = true
      if (handle?.status) page.facts.status = handle.status
      await Promise.all(
        (handle?.queries?.(match.params, search, match.pathname) ?? []).map(async (asked) => {
          const { queryKey, isRequired } = asked
          if (isRequired && page.isMissing) {
            page.facts.status = 404
            return
          }
          try {
            answered(asked, await page.call(queryKey[0], (queryKey[1] ?? undefined) as never))
          } catch (error) {
            const isUnknown = (error as { code?: unknown }).code === 'not_found'
            if (isRequired && isUnknown) page.facts.status = 404
            if (!isUnknown) isUnloaded = true
            // A page without this answer is not cached for other visitors. The browser requests the answer again.
            page.facts.isPrivate = true
          }
        }),
      )
      const answerOf = ({ queryKey }: PageQuery): unknown => queryClient.getQueryData(queryKey)
      if (handle?.isUnknown?.(search, answerOf)) page.facts.status = 404
      if (handle?.isKept && !handle.isKept(search, answerOf)) page.facts.isUnkept = true
    }),
  )

  const { serverHandoffStream: _, ...routed } = entry
  const { siteUrl, today, now } = page
  const missingAt = page.isMissing ? new URL(request.url).pathname : null
  const tree = (
    <PageAssetsProvider
      value={{ siteUrl, today, now, missingAt, isUnloaded, isOfRecord: page.preview === 'record' }}
    >
      <QueryClientProvider client={queryClient}>
        <ServerRouter context={routed} url={request.url} />
      </QueryClientProvider>
    </PageAssetsProvider>
  )
  const rendered = await render(tree)
  const { preview } = page
  const { basename = '' } = entry.staticHandlerContext
  const html = preview === null ? rendered : inPreview(rendered, preview, basename)
  const headEnd = html.indexOf('</head>')
  const bodyEnd = html.lastIndexOf('</body>')
  // The pieces stay separate, because joining them would take a sixth of the rendering time.
  page.facts.html = {
    beforeStyles: [doctype, html.slice(0, headEnd), headLinks],
    afterStyles: isStatic
      ? [html.slice(headEnd)]
      : [
          `<script>${earlyScript}</script>`,
          moreStyles,
          html.slice(headEnd, bodyEnd),
          `<script type="application/json" id="${pageDataId}">[${answers.sort().join()}]</script>`,
          `<script type="application/json" id="${startId}">${await startOf(entry)}</script>`,
          `<script>${startScript}</script>`,
          html.slice(bodyEnd),
        ],
  }
  return new Response(null, { status: page.facts.status, headers })
}

const inScript = (json: string) => json.replace(/</g, '\\u003c')

const jsonOf = new WeakMap<object, string>()

/** Caches the JSON of an answer, because many pages contain the same answer object until the data changes. */
function keptJson(data: object): string {
  const json = jsonOf.get(data) ?? inScript(JSON.stringify(data))
  jsonOf.set(data, json)
  return json
}

/** Renders in one pass; if a lazy component is not loaded yet, the slower stream renders again and waits for it. */
async function render(tree: ReactElement): Promise<string> {
  const html = renderToString(tree)
  if (!html.includes(unfinishedBoundary)) return html
  // All content is in one chunk, because React would hide the content of a later chunk until its script runs.
  const stream = await renderToReadableStream(tree, { progressiveChunkSize: Number.POSITIVE_INFINITY })
  await stream.allReady
  return (await new Response(stream).text()).slice(doctype.length)
}

async function startOf({
  manifest,
  serverHandoffString,
  serverHandoffStream,
  staticHandlerContext,
}: EntryContext) {
  const { entry, hmr, url } = manifest
  const matched = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id] ?? [])
  const before = [
    hmr?.runtime ?? [],
    url,
    entry.imports,
    matched.map(({ imports = [], module }) => [...imports, module]),
  ]
  const start: PageStart = {
    context: JSON.parse(serverHandoffString ?? '{}'),
    state: await new Response(serverHandoffStream).text(),
    modules: [...new Set(before.flat(2))],
    routes: Object.fromEntries(matched.map(({ id, module }) => [id, module])),
    entry: entry.module,
  }
  return inScript(JSON.stringify(start))
}
