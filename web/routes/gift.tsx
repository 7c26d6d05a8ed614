import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useParams } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import { giftQuery } from '../features/orders/gift/gift-query.ts'
import { VisitorPage } from '../layout/visitor-page.tsx'
import { IfPart } from '../lib/if-part.tsx'
import { Late } from '../lib/later-part.tsx'
import { usePageAssets } from '../lib/page-context.tsx'
import { isMissing } from '../lib/query.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { CallOrChat } from '../lib/without-scripts.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { LoadFailure } from '../ui/failed-note.tsx'
import { PageTitle, Statement } from '../ui/heading.tsx'
import { Awaited } from '../ui/spinner.tsx'
import * as text from './gift.en.tsx'

const GiftPage = lazy(() => import('../features/orders/gift/gift-page.tsx'))

/** The server alone reads this. The page contains the gift, so that its picture does not wait for scripts. */
export const handle: PageHandle = import.meta.env.SSR
  ? {
      isPrivate: true,
      isOpenEarly: true,
      hasMoreStyles: true,
      isForOneRequest: () => true,
      queries: ({ token = '' }) => [{ ...giftQuery(token), isRequired: true }],
    }
  : {}

export default function GiftRoute() {
  const { token = '' } = useParams()
  const isHydrated = useHydrated()
  const { isUnloaded } = usePageAssets()
  const result = useQuery({ ...giftQuery(token), enabled: isHydrated })
  return (
    <VisitorPage
      title={text.title}
      width={isMissing(result) ? 'beside-ikebana' : 'max-w-[40rem]! lg:max-w-page!'}
    >
      {result.data ? (
        <Late fallback={<Awaited label={text.loading} />}>
          <GiftPage token={token} gift={result.data} />
        </Late>
      ) : isMissing(result) ? (
        <>
          <Statement title={text.notFound}>
            {text.notFoundLead} {text.orAskUs({ callOrChat: <CallOrChat /> })}
          </Statement>
          <IfPart part="store">
            <ButtonLink to="/store" className="mt-6">
              {text.visitStore}
            </ButtonLink>
          </IfPart>
        </>
      ) : result.error ? (
        <>
          <PageTitle>{text.title}</PageTitle>
          <LoadFailure className="mt-6" title={text.notLoaded} of={result} />
        </>
      ) : (
        <>
          <noscript>
            {import.meta.env.SSR && (
              <p>{(isUnloaded ? text.plainNotLoaded : text.plainNotFound)({ callOrChat: <CallOrChat /> })}</p>
            )}
          </noscript>
          <div className="noscript:hidden">
            <Statement title={text.title}>{text.oneMoment}</Statement>
            <Awaited label={text.loading} />
          </div>
        </>
      )}
    </VisitorPage>
  )
}
