/**
 * The data to start a page's modules after its first paint (decision 0037). Only this JSON differs from page to
 * page, so the inline script has one hash (decision 0056).
 */
export interface PageStart {
  /** React Router's own context. */
  context: unknown
  /** React Router's state, which it expects as a stream; here it is the stream's text. */
  state: string
  /** URLs of modules that run before the entry, in this order. */
  modules: string[]
  /** URLs of the modules of the matched routes, by the routes' ids. */
  routes: Record<string, string>
  entry: string
}

declare global {
  interface Window {
    /**
     * The Trusted Types policy of the site. @throws TypeError for anything but our drawings and script URLs of this
     * build
     */
    sitePolicy: {
      createHTML: (drawing: string) => string
      createScriptURL: (address: string) => string
    }
    trustedTypes?: {
      emptyHTML: string
      createPolicy: (name: string, rules: Window['sitePolicy']) => Window['sitePolicy']
    }
    __reactRouterContext?: unknown
    __reactRouterRouteModules?: Record<string, unknown>
  }
}

/** Matches SVG that contains only shapes, and no scripts, files or links. */
export const drawingPattern =
  /^(?:<(?:svg|g|path|circle|rect)(?: (?:xmlns|viewBox|aria-hidden|fill|stroke|opacity|transform|d|r|width|height|stroke-(?:opacity|width|linecap))="[^"<>&]*")*\/?>|<\/(?:svg|g)>)*$/

/** Matches the build's scripts and the service worker; in development everything that Vite serves. */
export const scriptAddressPattern = import.meta.env.DEV
  ? /^\/(?![/\\])/
  : /^\/(?:assets\/[\w.-]+|service-worker)\.js$/

/** This function runs inline in the page, so it can use only its parameters. */
function startPage(
  startId: string,
  drawing: RegExp,
  scriptAddress: RegExp,
  load: (address: string) => Promise<unknown>,
) {
  const only = (pattern: RegExp) => (text: string) => {
    if (pattern.test(text)) return text
    throw new TypeError('Not part of this site')
  }
  const rules = { createHTML: only(drawing), createScriptURL: only(scriptAddress) }
  // A browser without Trusted Types has no policies, so the functions in `rules` check plain strings.
  window.sitePolicy = window.trustedTypes?.createPolicy('malar', rules) ?? rules

  const append = (tag: string, attributes: object) =>
    document.head.append(Object.assign(document.createElement(tag), attributes))
  const run = (address: string) =>
    new Promise((onload) =>
      append('script', { type: 'module', src: window.sitePolicy.createScriptURL(address), onload }),
    )
  const start = async () => {
    const text = document.getElementById(startId)?.textContent ?? ''
    const { context, state, modules, routes, entry } = JSON.parse(text) as PageStart
    for (const href of [...modules, entry]) append('link', { rel: 'modulepreload', href })
    // Each module runs in a task of its own. A single long task would delay scrolling and clicks.
    for (const address of modules) await run(address)
    window.__reactRouterContext = Object.assign(context as object, { stream: new Response(state).body })
    window.__reactRouterRouteModules = {}
    for (const [id, address] of Object.entries(routes))
      window.__reactRouterRouteModules[id] = await load(window.sitePolicy.createScriptURL(address))
    await run(entry)
  }
  if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) return void start()
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    void start()
  }).observe({ type: 'paint', buffered: true })
}

export const startId = 'start'

/** The script as text. The browser gets this text inside the page, so only the server needs the constant. */
export const startScript = import.meta.env.SSR
  ? `(${startPage.toString().replace(/\n\s*/g, '\n')})("${startId}",${drawingPattern},${scriptAddressPattern},(address)=>import(address))`
  : ''
