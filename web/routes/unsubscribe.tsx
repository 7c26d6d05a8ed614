import { useMutation } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import { VisitorPage } from '../layout/visitor-page.tsx'
import { type ApiError, api } from '../lib/api.ts'
import { useSchool } from '../lib/school.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Statement } from '../ui/heading.tsx'
import { RefusalNote } from '../ui/refusal-note.tsx'

export const handle: PageHandle = { isPrivate: true }

/** Only the button unsubscribes, because mail programs open links before people do. */
export default function Unsubscribe() {
  const school = useSchool()
  const { token = '' } = useParams()
  const isHydrated = useHydrated()
  const unsubscribe = useMutation<unknown, ApiError, void>({
    mutationFn: () => api('POST /unsubscribe/:token', { params: { token } }),
  })
  const name = school?.name ?? 'the school'
  return (
    <VisitorPage title="Unsubscribe">
      {unsubscribe.isSuccess ? (
        <div role="status">
          <Statement title="You are unsubscribed">
            Your address is off the list, and the newsletter of {name} will not come any more.
          </Statement>
          <ButtonLink to="/" variant="outline" className="mt-6">
            Back to the site
          </ButtonLink>
        </div>
      ) : (
        <>
          <Statement title="Unsubscribe from the newsletter?">
            We take your address off the list of {name}. Letters about courses that you have booked still
            come.
          </Statement>
          <RefusalNote className="mt-6" error={unsubscribe.error} />
          <Button
            className="mt-8"
            disabled={!isHydrated}
            busy={unsubscribe.isPending}
            onClick={() => unsubscribe.mutate()}
          >
            {unsubscribe.isPending ? 'Unsubscribing...' : 'Unsubscribe'}
          </Button>
        </>
      )}
    </VisitorPage>
  )
}
