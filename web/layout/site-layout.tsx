import { type ReactNode, useEffect } from 'react'
import { useBlocker, useLocation } from 'react-router'
import { asServerWrote } from '../lib/as-server-wrote.ts'
import { scriptsMissingId } from '../lib/early-events.ts'
import { useHasPart } from '../lib/school.ts'
import { CallOrChat } from '../lib/without-scripts.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { Container } from '../ui/section.tsx'
import { toast } from '../ui/toast-store.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import * as text from './layout.en.tsx'
import { PageBoundary } from './page-failure.tsx'

/** This is a component and not a layout route, because each route is one more script to load. */
export function SiteLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <div className="flex min-h-dvh flex-col">
      <nav aria-label={text.skip} className="print:hidden">
        <a href="#content" className="skip-link">
          {text.skipToContent}
        </a>
      </nav>
      <Header />
      <ScriptsMissing />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        <PageBoundary key={pathname}>{children}</PageBoundary>
      </main>
      <Footer />
      <StayWhileOffline />
    </div>
  )
}

function ScriptsOffLead() {
  const lead = useHasPart('store') ? text.scriptsOffLead : text.scriptsOffLeadOfCourses
  return lead(<CallOrChat />)
}

const scriptsMissing = {
  id: scriptsMissingId,
  hidden: true,
  suppressHydrationWarning: true,
  role: 'status',
  className: 'fixed inset-x-0 bottom-0 z-50 p-3',
}

/** The page shows this note if its scripts are switched off or do not arrive. */
function ScriptsMissing() {
  return (
    <>
      <noscript>
        {/* Nobody sees this text if the browser runs our code, so only the server renders it. */}
        {import.meta.env.SSR && (
          <aside aria-label={text.withoutScripts}>
            <Container className="pt-4">
              <Note tone="warning" title={text.scriptsOff}>
                <ScriptsOffLead />
              </Note>
            </Container>
          </aside>
        )}
      </noscript>
      {import.meta.env.SSR ? (
        <div {...scriptsMissing}>
          <Note
            tone="warning"
            title={text.scriptsMissing}
            className="mx-auto max-w-text shadow-soft"
            action={
              // An empty `href` is this page's own URL.
              <ButtonLink href="" size="sm" variant="outline">
                {text.refresh}
              </ButtonLink>
            }
          >
            {text.scriptsMissingLead(<CallOrChat />)}
          </Note>
        </div>
      ) : (
        <div {...scriptsMissing} dangerouslySetInnerHTML={asServerWrote} />
      )}
    </>
  )
}

/**
 * Keeps the visitor on this page while offline: the next page's code cannot load, and the router would reload into the
 * browser's error page. This is a component of its own, because `useBlocker` begins with a state change, which would
 * render header and footer twice.
 */
function StayWhileOffline() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      !navigator.onLine && historyAction !== 'POP' && nextLocation.pathname !== currentLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    toast({ title: text.offline, description: text.offlineLead, tone: 'error' })
  }, [blocker])
  return null
}
