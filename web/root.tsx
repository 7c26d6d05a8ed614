import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Links, Outlet, Scripts, useLocation, useMatches, useNavigate } from 'react-router'
import type { PageHandle } from '../contract/page.ts'
import { SiteLayout } from './layout/site-layout.tsx'
import { setSessionEndHandler } from './lib/api.ts'
import { pageDataId, stylesheetId, usePageAssets } from './lib/page-context.tsx'
import { schoolQuery } from './lib/school.ts'
import stylesheetUrl from './ui/app.css?url'
import { Button } from './ui/button.tsx'
import { EmptyState } from './ui/empty-state.tsx'
import { Toaster } from './ui/toaster.tsx'

export const handle: PageHandle = { queries: () => [schoolQuery()] }

export function Layout({ children }: { children: ReactNode }) {
  const { data, stylesheet, siteUrl } = usePageAssets()
  return (
    <html lang="en-IN" data-site={siteUrl}>
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
        <Links />
      </head>
      <body>
        {children}
        <script id={pageDataId} type="application/json" dangerouslySetInnerHTML={{ __html: data }} />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  const navigate = useNavigate()
  useEffect(() => setSessionEndHandler(() => void navigate('/signin')), [navigate])
  useScrollToTop()
  const isBare = useMatches().some((match) => (match.handle as PageHandle | undefined)?.isBare)
  const page = <Outlet />
  return (
    <>
      {isBare ? page : <SiteLayout>{page}</SiteLayout>}
      <Toaster />
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

/** Whatever a page throws, also code that could not be loaded: never a blank page, always a way on. */
export function ErrorBoundary() {
  return (
    <main className="mx-auto max-w-page px-5 py-24">
      <title>Something went wrong</title>
      <EmptyState
        title={<h1 className="text-2xl">This page could not be shown</h1>}
        action={
          <Button
            onClick={() => {
              location.reload()
            }}
          >
            Try again
          </Button>
        }
      >
        <p>
          Please check your connection and try again, or go{' '}
          <a className="link" href="/">
            back to home
          </a>
          .
        </p>
      </EmptyState>
    </main>
  )
}
