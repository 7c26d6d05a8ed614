import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import type { PageContext, PageForm } from '../../contract/page.ts'
import type { Deps } from '../domains/deps.ts'
import type { Preview } from '../platform/preview-links.ts'
import { keyOf } from './by-contract.ts'
import { refusalOf, statusOf } from './errors.ts'
import type { InProcessCall } from './mount.ts'
import { onceForBuild } from './page-addresses.ts'

export interface SiteBuild {
  server: ServerBuild | (() => Promise<ServerBuild>)
  stylesheet: string | null
  clientDir: string | null
  attach?: (http: FastifyInstance) => Promise<void>
}

function kindOf({ trial, record, page }: Preview): NonNullable<PageContext['preview']> {
  if (trial !== null) return 'trial'
  return record === null && page === null ? 'site' : 'record'
}

interface SiteEntry {
  pageContext: RouterContext<PageContext>
  stylesheetUrl: string
  inlineScripts: readonly string[]
}

export function entryOf(server: ServerBuild): SiteEntry {
  return server.entry.module as unknown as SiteEntry
}

export async function loadBuild(root: string): Promise<SiteBuild> {
  const clientDir = path.join(root, 'client')
  if (!existsSync(path.join(root, 'server/index.js')))
    throw new Error('The site is not built. Run "npm run build" first')
  const server = (await import(pathToFileURL(path.join(root, 'server/index.js')).href)) as ServerBuild
  return {
    server,
    stylesheet: readFileSync(path.join(clientDir, entryOf(server).stylesheetUrl), 'utf8'),
    clientDir,
  }
}

export interface RendererOptions extends Pick<Deps, 'clock' | 'config'> {
  build: SiteBuild
  call: InProcessCall
}

export interface RenderFacts {
  isMissing?: boolean
  isStatic?: boolean
  /** The preview that the page belongs to. All links in the page begin with its path. */
  preview?: Preview & { basename: string }
  form?: PageForm | null
  /**
   * Makes the calls that have the rate limit `lookup`. By default they run inside the process, where no limit counts.
   */
  lookUp?: InProcessCall
}

const endpointByKey = new Map<string, AnyEndpoint>(endpoints.map((endpoint) => [keyOf(endpoint), endpoint]))

export function createRenderer({ build, call, clock, config }: RendererOptions) {
  const serverBuild = async () => (typeof build.server === 'function' ? build.server() : build.server)

  const mode = config.isProduction ? 'production' : 'development'
  const handlerOf = onceForBuild((server) => createRequestHandler(server, mode))

  async function render(
    url: URL,
    { isMissing = false, isStatic = false, preview, form = null, lookUp = call }: RenderFacts = {},
  ) {
    const server = await serverBuild()
    const handler =
      preview === undefined
        ? handlerOf(server)
        : createRequestHandler({ ...server, basename: preview.basename }, mode)
    const topics = new Set<string>()
    let isMakeshift = false
    const page: PageContext = {
      call: ((key: never, input: never) => {
        const endpoint = endpointByKey.get(key)
        for (const topic of endpoint?.topics ?? []) topics.add(topic)
        return (endpoint?.rate === 'lookup' ? lookUp : call)(key, input, preview).catch((error: unknown) => {
          if (statusOf(refusalOf(error)) >= 500) isMakeshift = true
          throw error
        })
      }) as unknown as PageContext['call'],
      siteUrl: config.siteUrl,
      today: clock.today(),
      now: clock.now(),
      form,
      isMissing,
      isStatic,
      preview: preview === undefined ? null : kindOf(preview),
      facts: { isPrivate: false, isUnkept: false, status: 200 },
    }
    const context = new RouterContextProvider()
    context.set(entryOf(server).pageContext, page)
    const response = await handler(new Request(url, { method: form === null ? 'GET' : 'POST' }), context)
    const html = page.facts.html ?? { beforeStyles: [await response.text()], afterStyles: [] }
    const { isPrivate, isUnkept } = page.facts
    const location = response.headers.get('location')
    return { status: response.status, location, html, topics: [...topics], isPrivate, isUnkept, isMakeshift }
  }
  return { render, serverBuild }
}
