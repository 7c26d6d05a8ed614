import { type ReactNode, useEffect } from 'react'
import { Links, Outlet, Scripts, ScrollRestoration, useNavigate } from 'react-router'
import type { PageHandle } from '../contract/page.ts'
import { PageShell } from './layout/page-shell.tsx'
import { schoolQuery } from './layout/school-query.ts'
import { setSessionEndHandler } from './lib/api.ts'
import { pageDataId, stylesheetId, usePageAssets } from './lib/page-context.tsx'
import stylesheetUrl from './ui/app.css?url'

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
        <ScrollRestoration />
        <script id={pageDataId} type="application/json" dangerouslySetInnerHTML={{ __html: data }} />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  const navigate = useNavigate()
  useEffect(() => setSessionEndHandler(() => void navigate('/signin')), [navigate])
  return (
    <PageShell>
      <Outlet />
    </PageShell>
  )
}
