import { type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from 'react'
import {
  createPath,
  Links,
  Outlet,
  UNSAFE_DataRouterContext,
  useLocation,
  useMatches,
  useNavigate,
} from 'react-router'
import type { PageHandle } from '../contract/page.ts'
import { PageFailure } from './layout/page-failure.tsx'
import { SiteLayout } from './layout/site-layout.tsx'
import { setSessionEndHandler } from './lib/api.ts'
import { takeOverEarly } from './lib/early-events.ts'
import { usePageAssets } from './lib/page-context.tsx'
import { schoolQuery } from './lib/school.ts'
import stylesheetUrl from './ui/app.css?url'
import { Toaster } from './ui/toaster.tsx'

export const handle: PageHandle = { queries: () => [schoolQuery()] }

/** Scripts and styles are not React's: the server puts them into the page (`web/entry.server.tsx`). */
export function Layout({ children }: { children: ReactNode }) {
  const { siteUrl, today, missingAt } = usePageAssets()
  return (
    <html
      lang="en-IN"
      data-site={siteUrl}
      data-today={today}
      data-missing={missingAt === null ? undefined : ''}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {import.meta.env.DEV && <link rel="stylesheet" href={stylesheetUrl} />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-192.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfaf4" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#211118" />
        <Links />
      </head>
      <body>{children}</body>
    </html>
  )
}

export default function Root() {
  const navigate = useNavigate()
  useEffect(() => setSessionEndHandler(() => void navigate('/signin')), [navigate])
  useEffect(takeOverEarly, [])
  useScrollToTop()
  useWholeLoads()
  const isBare = useMatches().some((match) => (match.handle as PageHandle | undefined)?.isBare)
  const page = <Outlet />
  return (
    <>
      {isBare ? page : <SiteLayout>{page}</SiteLayout>}
      <Toaster />
    </>
  )
}

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

/**
 * Where the next page's code cannot be loaded, React Router reloads the old page, and the press is lost. This goes to the
 * new page by a whole load instead, which brings a newer version, or the offline page. Browsers without the Navigation
 * API keep what React Router does.
 */
function useWholeLoads() {
  // The router's own state, because `useNavigation` tells it only after a render.
  const router = useContext(UNSAFE_DataRouterContext)?.router
  useEffect(() => {
    const onNavigate = (event: NavigateEvent) => {
      const wanted = router?.state.navigation.location
      if (event.navigationType !== 'reload' || !wanted || !event.cancelable) return
      event.preventDefault()
      location.assign(createPath(wanted))
    }
    window.navigation?.addEventListener('navigate', onNavigate)
    return () => window.navigation?.removeEventListener('navigate', onNavigate)
  }, [router])
}

/** For what the page's own boundary does not catch: an error of the header, the footer or the server. */
export function ErrorBoundary() {
  return (
    <main>
      <PageFailure />
    </main>
  )
}
