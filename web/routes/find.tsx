import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import { UnlistedTags } from '../layout/visitor-page.tsx'
import { api } from '../lib/api.ts'
import { browserPart } from '../lib/later-part.tsx'
import { useSendsEmails } from '../lib/school.ts'
import { noteOf, usePageForm } from '../lib/use-page-form.ts'
import { useSessionToken } from '../lib/use-session.ts'
import { CallOrChat, WithoutScripts } from '../lib/without-scripts.tsx'
import { Button } from '../ui/button.tsx'
import { PageTitle } from '../ui/heading.tsx'
import { ErrorNote, Note } from '../ui/note.tsx'
import { Container } from '../ui/section.tsx'
import { TextField } from '../ui/text-field.tsx'
import * as text from './find.en.tsx'

const NoEmails = lazy(() => import('../lib/no-emails.tsx'))
/** The sentence is as high as the one of a browser without orders and seats, so that nothing moves. */
const OwnHere = browserPart(
  () => import('./own-things.tsx'),
  <p className="mt-4 text-ink-soft noscript:hidden">{text.looking}</p>,
)

export const handle: PageHandle = { isPrivate: true, isOpenEarly: true }

export default function Find() {
  const isSignedIn = useSessionToken() !== null
  const sendsEmails = useSendsEmails()
  return (
    <Container tall className="py-8 md:py-14">
      <UnlistedTags title={text.title} />
      <PageTitle>{text.heading}</PageTitle>
      {/* This is the longest text of the page, so the largest contentful paint does not wait for a script. */}
      <p className="mt-3 max-w-text text-ink-soft">{sendsEmails ? text.lead : text.leadWithoutMail}</p>
      <div className="mt-8 grid gap-6 lg:grid-cols-2">
        <section aria-labelledby="own-here" className="petal border border-line bg-raised p-5 md:p-6">
          <h2 id="own-here" className="text-xl">
            {text.inThisBrowser}
          </h2>
          <OwnHere />
          <p className="mt-4 border-t border-line pt-4">
            {isSignedIn
              ? text.inAccount((words) => (
                  <Link to="/profile" className="link">
                    {words}
                  </Link>
                ))
              : text.withAccount((words) => (
                  <Link to="/signin?next=/profile" className="link">
                    {words}
                  </Link>
                ))}
          </p>
        </section>
        <section aria-labelledby="own-mailed" className="petal bg-leaf-tint p-5 md:p-6">
          <h2 id="own-mailed" className="text-xl">
            {text.byEmail}
          </h2>
          {sendsEmails ? (
            <>
              <FindForm />
              <p className="mt-4 text-ink-soft">{text.noEmail(<CallOrChat />)}</p>
            </>
          ) : (
            <Suspense>
              <NoEmails />
            </Suspense>
          )}
        </section>
      </div>
    </Container>
  )
}

/**
 * E-mails the links of an address's seats and orders to its owner. The page looks the same for every address, known or
 * not.
 */
function FindForm() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { form, field, sending } = usePageForm({
    loadRules: async () => (await import('../../contract/registrations/proofs.ts')).ownLinksBody,
    send: async (body, keyed) => {
      await api('POST /api/own-links', { body }, keyed(body))
      return body.email
    },
    onSent: setSentTo,
  })
  return (
    <form {...form} aria-label={text.byEmail} className="mt-4 flex max-w-text flex-col gap-4">
      <WithoutScripts />
      <ErrorNote title={noteOf(sending.error)} />
      <TextField label={text.email} type="email" required autoComplete="email" {...field('email')} />
      <Button type="submit" busy={sending.isPending && text.sending} className="self-start">
        {text.sendLinks}
      </Button>
      <Note role="status" title={sentTo && text.checkInbox({ email: sentTo })}>
        {sentTo && text.checkInboxLead}
      </Note>
    </form>
  )
}
