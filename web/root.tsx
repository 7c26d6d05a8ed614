import { type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { Links, Outlet, UNSAFE_DataRouterContext, useLocation, useMatches, useNavigate } from 'react-router'
import type { PageHandle } from '../contract/page.ts'
import { PageFailure } from './layout/page-failure.tsx'
import { SiteLayout } from './layout/site-layout.tsx'
import { setSessionEndHandler } from './lib/api.ts'
import { takeOverEarly } from './lib/early-events.ts'
import { usePageAssets } from './lib/page-context.tsx'
import { schoolQuery } from './lib/school.ts'
import { whenQuiet } from './lib/when-quiet.ts'
import stylesheetUrl from './ui/app.css?url'
import { Toaster } from './ui/toaster.tsx'

export const handle: PageHandle = { queries: () => [schoolQuery()] }

/** The server puts scripts, styles and icons into the page (`web/entry.server.tsx`). */
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
        <Links />
      </head>
      <body>{children}</body>
    </html>
  )
}

export default function Root() {
  const navigate = useNavigate()
  useEffect(() => setSessionEndHandler(() => void navigate('/signin')), [navigate])
  useEffect(() => takeOverEarly(document), [])
  useScroll()
  const isBare = useMatches().some((match) => (match.handle as PageHandle | undefined)?.isBare)
  const page = <Outlet />
  return (
    <>
      {isBare ? page : <SiteLayout>{page}</SiteLayout>}
      <Toaster />
    </>
  )
}

/**
 * Restores the scroll position after Back. Its code loads when the page is quiet; before that, Back leads to the top.
 */
let goBack: (() => boolean) | undefined

function useScroll() {
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const { pathname, hash } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    const follow = ({ followRouter }: typeof import('./lib/follow-router.ts')) => {
      goBack = router && followRouter(router)
    }
    whenQuiet(() => import('./lib/follow-router.ts').then(follow, () => {}))
  }, [router])
  useLayoutEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (goBack?.()) return
    const target = document.getElementById(hash.slice(1))
    if (target) target.scrollIntoView()
    else window.scrollTo(0, 0)
  }, [pathname, hash])
}

/** Catches errors of the header, the footer and the server. */
export function ErrorBoundary() {
  return (
    <main>
      <PageFailure />
    </main>
  )
}
