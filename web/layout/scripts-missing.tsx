import { scriptsMissingId } from '../lib/early-events.ts'
import { CallOrChat } from '../lib/without-scripts.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { Container } from '../ui/section.tsx'

/** What the page says of itself where its scripts are switched off, or do not arrive. */
export function ScriptsMissing() {
  return (
    <>
      <noscript>
        <Container className="pt-4">
          <Note tone="warning" title="JavaScript is switched off in this browser.">
            Everything can be read. To enrol, book or ask, please <CallOrChat />.
          </Note>
        </Container>
      </noscript>
      <div
        id={scriptsMissingId}
        hidden
        suppressHydrationWarning
        role="status"
        className="fixed inset-x-0 bottom-0 z-50 p-3"
      >
        <Note
          tone="warning"
          title="This page has not loaded completely."
          className="mx-auto max-w-text shadow-soft"
          action={
            // The empty address is that of this page.
            <ButtonLink href="" size="sm" variant="outline">
              Load it again
            </ButtonLink>
          }
        >
          Buttons and forms do not work yet. If it stays so, please <CallOrChat />.
        </Note>
      </div>
    </>
  )
}
