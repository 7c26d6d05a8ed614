import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ActionFunctionArgs, data, useActionData, useLocation, useParams } from 'react-router'
import type { PageForm, PageHandle } from '../../contract/page.ts'
import { VisitorPage } from '../layout/visitor-page.tsx'
import { type ApiError, api } from '../lib/api.ts'
import { pageContext } from '../lib/request-context.ts'
import { useSchool } from '../lib/school.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Statement } from '../ui/heading.tsx'
import { ErrorNote } from '../ui/note.tsx'
import { RefusalNote } from '../ui/refusal-note.tsx'
import * as text from './unsubscribe.en.ts'

export const handle: PageHandle = { isPrivate: true, isOpenEarly: true }

interface Answered {
  refusal: string | null
}

export async function action({ params: { token = '' }, request, context }: ActionFunctionArgs) {
  const { send } = context.get(pageContext).form as PageForm
  const sent = new URL(request.url).pathname.startsWith('/reminder/')
    ? await send('POST /reminder/:token', { params: { token } })
    : await send('POST /unsubscribe/:token', { params: { token } })
  return sent.refusal === null
    ? data<Answered>({ refusal: null })
    : data<Answered>({ refusal: sent.refusal.message }, { status: sent.status })
}

/** Ends the newsletter or a yearly reminder. Both share one route file, because every page lists all route files. */
export default function Unsubscribe() {
  const school = useSchool()
  const { token = '' } = useParams()
  const name = school?.name ?? text.theSchool
  return useLocation().pathname.startsWith('/reminder/') ? (
    <Ending
      title={text.reminderTitle}
      question={text.reminderQuestion}
      button={[text.stopReminder, text.stopping]}
      done={{
        title: text.stopped,
        lead: text.stoppedLead,
        to: ['/store', text.seeFlowers],
      }}
      end={() => api('POST /reminder/:token', { params: { token } })}
    >
      {text.reminderLead}
    </Ending>
  ) : (
    <Ending
      title={text.newsletterTitle}
      question={text.newsletterQuestion}
      button={[text.unsubscribe, text.unsubscribing]}
      done={{
        title: text.unsubscribed,
        lead: text.unsubscribedLead({ name }),
        to: ['/', text.backToHome],
      }}
      end={() => api('POST /unsubscribe/:token', { params: { token } })}
    >
      {text.newsletterLead({ name })}
    </Ending>
  )
}

/** The subscription ends by the button, not by opening the page, because mail programs open links by themselves. */
function Ending({
  title,
  question,
  button: [label, pending],
  done,
  end: run,
  children,
}: {
  title: string
  question: string
  button: readonly [label: string, pending: string]
  done: { title: string; lead: string; to: readonly [path: string, label: string] }
  end: () => Promise<unknown>
  children: ReactNode
}) {
  const answered = useActionData<Answered>()
  const end = useMutation<unknown, ApiError, void>({ mutationFn: run })
  const [path, back] = done.to
  return (
    <VisitorPage title={title}>
      {end.isSuccess || answered?.refusal === null ? (
        <div role="status">
          <Statement title={done.title}>{done.lead}</Statement>
          <ButtonLink to={path} variant="outline" className="mt-6">
            {back}
          </ButtonLink>
        </div>
      ) : (
        <>
          <Statement title={question}>{children}</Statement>
          <ErrorNote className="mt-6">{end.error ? null : answered?.refusal}</ErrorNote>
          <RefusalNote className="mt-6" error={end.error} />
          <form
            method="post"
            onSubmit={(sent) => {
              sent.preventDefault()
              end.mutate()
            }}
          >
            <Button type="submit" formMethod="post" className="mt-8" busy={end.isPending}>
              {end.isPending ? pending : label}
            </Button>
          </form>
        </>
      )}
    </VisitorPage>
  )
}
