import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import { giftQuery } from '../features/gift/gift-query.ts'
import { VisitorPage } from '../layout/visitor-page.tsx'
import { isMissing } from '../lib/query.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { WithoutScripts } from '../lib/without-scripts.tsx'
import { FailedNote } from '../ui/failed-note.tsx'
import { Heading, Statement } from '../ui/heading.tsx'
import { Awaited } from '../ui/spinner.tsx'

const GiftPage = lazy(() => import('../features/gift/gift-page.tsx'))

export const handle: PageHandle = { isPrivate: true }

export default function GiftRoute() {
  const { token = '' } = useParams()
  const isHydrated = useHydrated()
  // The page is the same for everybody until the browser asks for this one gift.
  const result = useQuery({ ...giftQuery(token), enabled: isHydrated })
  return (
    <VisitorPage title="Flowers for you" width="max-w-[40rem]! lg:max-w-page!">
      {result.data ? (
        <Suspense fallback={<Awaited label="Loading" />}>
          <GiftPage token={token} gift={result.data} />
        </Suspense>
      ) : isMissing(result) ? (
        <Statement title="This link no longer leads anywhere">
          Please ask whoever sent it to you for a new one.
        </Statement>
      ) : result.error ? (
        <>
          <Heading level={1} size="2xl">
            Flowers for you
          </Heading>
          <FailedNote className="mt-6" title="This page could not be loaded." of={result}>
            {result.error.message || 'Please check your connection.'}
          </FailedNote>
        </>
      ) : (
        <>
          <WithoutScripts of="page" />
          <div className="noscript:hidden">
            <Statement title="Flowers for you">One moment, we are looking it up.</Statement>
            <Awaited label="Loading" />
          </div>
        </>
      )}
    </VisitorPage>
  )
}
