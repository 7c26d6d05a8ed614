import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Links, Outlet, Scripts, useLocation, useMatches, useNavigate } from 'react-router'
import type { PageHandle } from '../contract/page.ts'
import { PageFailure } from './layout/page-failure.tsx'
import { SiteLayout } from './layout/site-layout.tsx'
import { WholeLoads } from './layout/whole-loads.tsx'
import { setSessionEndHandler } from './lib/api.ts'
import { earlyScript, takeOverEarly } from './lib/early-events.ts'
import { pageDataId, stylesheetId, usePageAssets } from './lib/page-context.tsx'
import { schoolQuery } from './lib/school.ts'
import stylesheetUrl from './ui/app.css?url'
import { Toaster } from './ui/toaster.tsx'

export const handle: PageHandle = { queries: () => [schoolQuery()] }

export function Layout({ children }: { children: ReactNode }) {
  const { data, stylesheet, siteUrl, today } = usePageAssets()
  const isStatic = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.isStatic)
  return (
    <html lang="en-IN" data-site={siteUrl} data-today={today}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {stylesheet === null ? (
          <link rel="stylesheet" href={stylesheetUrl} />
        ) : (
          <style id={stylesheetId} dangerouslySetInnerHTML={{ __html: stylesheet }} />
        )}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-192.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfaf4" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#211118" />
        {!isStatic && <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyScript }} />}
        <Links />
      </head>
      <body>
        {children}
        {!isStatic && (
          <>
            <script id={pageDataId} type="application/json" dangerouslySetInnerHTML={{ __html: data }} />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

export default function Root() {
  const navigate = useNavigate()
  useEffect(() => setSessionEndHandler(() => void navigate('/signin')), [navigate])
  useEffect(takeOverEarly, [])
  useScrollToTop()
  const isBare = useMatches().some((match) => (match.handle as PageHandle | undefined)?.isBare)
  const page = <Outlet />
  return (
    <>
      {isBare ? page : <SiteLayout>{page}</SiteLayout>}
      <Toaster />
      <WholeLoads />
    </>
  )
}

/** P§2: on every path change the page scrolls to the top; a link to a place on the page goes there. */
function useScrollToTop() {
  const { pathname, hash } = useLocation()
  const last = useRef(pathname)
  useLayoutEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const target = hash === '' ? null : document.getElementById(hash.slice(1))
    if (target) target.scrollIntoView()
    else window.scrollTo(0, 0)
  }, [pathname, hash])
}

/** What the page's own boundary did not catch: the header or the footer threw, or the server. */
export function ErrorBoundary() {
  return (
    <main>
      <PageFailure />
    </main>
  )
}
