import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Links, Outlet, Scripts, useLocation, useNavigate } from 'react-router'
import type { PageHandle } from '../contract/page.ts'
import { setSessionEndHandler } from './lib/api.ts'
import { pageDataId, stylesheetId, usePageAssets } from './lib/page-context.tsx'
import { schoolQuery } from './lib/school.ts'
import stylesheetUrl from './ui/app.css?url'
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
  return (
    <>
      <Outlet />
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
