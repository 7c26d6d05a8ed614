import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import { PlacePanel, placeQuery } from '../features/waiting-list/place-panel.tsx'
import { VisitorPage } from '../layout/visitor-page.tsx'
import { telLink } from '../lib/contact-links.ts'
import { isMissing } from '../lib/query.ts'
import { useSchool } from '../lib/school.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { ButtonLink } from '../ui/button.tsx'
import { FailedNote } from '../ui/failed-note.tsx'
import { Heading, Statement } from '../ui/heading.tsx'
import { Awaited } from '../ui/spinner.tsx'

export const handle: PageHandle = { isPrivate: true }

export default function WaitingList() {
  const school = useSchool()
  const { token = '' } = useParams()
  const isHydrated = useHydrated()
  // The page is the same for everybody until the browser asks for this one place.
  const result = useQuery({ ...placeQuery(token), enabled: isHydrated })
  const { data, error } = result
  return (
    <VisitorPage title="Waiting list">
      {data ? (
        <PlacePanel token={token} place={data} />
      ) : isMissing(result) ? (
        <>
          <Statement title="This link no longer leads anywhere">
            If you have a newer letter from us, please use its link.
            {school && (
              <>
                {' '}
                Or call us at{' '}
                <a className="link whitespace-nowrap" href={telLink(school.phone)}>
                  {school.phone}
                </a>
                .
              </>
            )}
          </Statement>
          <ButtonLink to="/classes" className="mt-6">
            See our courses
          </ButtonLink>
        </>
      ) : error ? (
        <>
          <Heading level={1} size="2xl">
            Your place on the waiting list
          </Heading>
          <FailedNote className="mt-6" title="Your place could not be looked up." of={result}>
            {error.message || 'Please check your connection.'}
          </FailedNote>
        </>
      ) : (
        <Awaited label="Looking up your place" />
      )}
    </VisitorPage>
  )
}
