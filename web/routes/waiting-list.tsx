import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ActionFunctionArgs, data, redirect, useParams } from 'react-router'
import type { PageForm, PageHandle } from '../../contract/page.ts'
import * as text from '../features/registrations/waiting-list/place-panel.en.tsx'
import { PlacePanel, placeQuery } from '../features/registrations/waiting-list/place-panel.tsx'
import { VisitorPage } from '../layout/visitor-page.tsx'
import { telLink } from '../lib/contact-links.ts'
import { usePageAssets } from '../lib/page-context.tsx'
import { isMissing } from '../lib/query.ts'
import { pageContext } from '../lib/request-context.ts'
import { useSchool } from '../lib/school.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { CallOrChat } from '../lib/without-scripts.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { LoadFailure } from '../ui/failed-note.tsx'
import { PageTitle, Statement } from '../ui/heading.tsx'
import { Awaited } from '../ui/spinner.tsx'

/** The server alone reads this. A browser without scripts gets the waiting place in the HTML. */
export const handle: PageHandle = import.meta.env.SSR
  ? {
      isPrivate: true,
      isOpenEarly: true,
      isForOneRequest: () => true,
      queries: ({ token = '' }) => [placeQuery(token)],
    }
  : {}

export function action({ params: { token = '' }, context }: ActionFunctionArgs) {
  return answerPlace(token, context.get(pageContext).form as PageForm)
}

export default function WaitingList() {
  const school = useSchool()
  const { token = '' } = useParams()
  const isHydrated = useHydrated()
  const { isUnloaded } = usePageAssets()
  const result = useQuery({ ...placeQuery(token), enabled: isHydrated })
  const { data, error } = result
  const client = useQueryClient()
  useEffect(() => {
    // The URL seldom has a proof of the e-mail address, so the code that reads it loads on demand.
    if (location.hash === '') return
    // The page has a button for the same step, in case this fails.
    import('../features/money/payment/prove-by-link.ts')
      .then(({ proveByLink }) => proveByLink(client, placeQuery(token)))
      .catch(() => undefined)
  }, [client, token])
  return (
    <VisitorPage title={text.pageTitle} {...(isMissing(result) && { width: 'beside-ikebana' })}>
      {data ? (
        <>
          {error && <LoadFailure className="mb-6" title={text.notLoaded} of={result} />}
          <PlacePanel token={token} place={data} />
        </>
      ) : isMissing(result) ? (
        <>
          <Statement title={text.linkIsOld}>{text.useNewerLink}</Statement>
          <div className="mt-6 flex flex-wrap gap-3">
            <ButtonLink to="/classes">{text.seeCourses}</ButtonLink>
            {school?.phone && (
              <ButtonLink href={telLink(school.phone)} variant="outline">
                {text.call({ phone: school.phone })}
              </ButtonLink>
            )}
          </div>
        </>
      ) : error ? (
        <>
          <PageTitle>{text.heading}</PageTitle>
          <LoadFailure className="mt-6" title={text.notLoaded} of={result} />
        </>
      ) : (
        <>
          <noscript>
            {import.meta.env.SSR && (
              <p>
                {isUnloaded ? text.notLoadedPlainly(<CallOrChat />) : text.linkIsOldPlainly(<CallOrChat />)}
              </p>
            )}
          </noscript>
          <Awaited label={text.loading} className="py-24 noscript:hidden" />
        </>
      )}
    </VisitorPage>
  )
}

/** Handles a sent form without scripts. The next page shows the waiting place, or how to pay for the seat. */
async function answerPlace(token: string, { fields, send }: PageForm) {
  const what = fields.get('what')
  if (what === 'take') {
    const body = { batch: fields.get('batch') ?? '', terms: fields.get('terms') ?? undefined }
    const taken = await send('POST /api/waiting-list/:token/seat', { params: { token }, body })
    if (taken.refusal) return data(taken.refusal, taken.status)
    const { id, amount } = taken.answer.data
    return redirect(`/payment?${new URLSearchParams({ enrollment: id, amount })}`, 303)
  }
  const sent =
    what === 'leave'
      ? await send('DELETE /api/waiting-list/:token', { params: { token } })
      : await send('POST /api/proofs', { body: { token } })
  if (sent.refusal) return data(sent.refusal, sent.status)
  return redirect(`/waiting-list/${encodeURIComponent(token)}`, 303)
}
