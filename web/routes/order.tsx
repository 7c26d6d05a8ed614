import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useLocation, useParams } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import { isOver } from '../features/orders/orders/order-end.ts'
import { UnlistedTags } from '../layout/visitor-page.tsx'
import { IfPart } from '../lib/if-part.tsx'
import { Late } from '../lib/later-part.tsx'
import { isMissing, query } from '../lib/query.ts'
import { useSendsEmails } from '../lib/school.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { CallOrChat } from '../lib/without-scripts.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { FailedNote } from '../ui/failed-note.tsx'
import { Statement } from '../ui/heading.tsx'
import { Container } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'
import * as text from './order.en.tsx'

const OrderAgain = lazy(() => import('../features/orders/checkout/order-again.tsx'))
const PlainMissing = import.meta.env.SSR
  ? lazy(() => import('../features/money/payment/plain-missing.tsx'))
  : null
const OrderPage = lazy(() => import('../features/orders/orders/order-page.tsx'))

const orderQuery = (id: string) => query('GET /api/orders/:id', { params: { id } })

/** The server alone reads this. A browser without scripts gets the order in the HTML. */
export const handle: PageHandle = import.meta.env.SSR
  ? {
      isPrivate: true,
      isOpenEarly: true,
      hasMoreStyles: true,
      isForOneRequest: () => true,
      queries: ({ id = '' }) => [{ ...orderQuery(id), isRequired: true }],
    }
  : {}

const askEveryMs = 30_000

export default function Order() {
  const sendsEmails = useSendsEmails()
  const { id = '' } = useParams()
  const isHydrated = useHydrated()
  const isAgain = useLocation().hash === '#again' && isHydrated
  const result = useQuery({
    ...orderQuery(id),
    enabled: isHydrated && !isAgain,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => (data && !isOver(data) ? askEveryMs : false),
  })
  const client = useQueryClient()
  useEffect(() => {
    // The link in the e-mail has a proof, which lets its reader see where the order goes.
    if (location.hash === '' || isAgain) return
    import('../features/money/payment/prove-by-link.ts')
      .then(({ proveByLink }) => proveByLink(client, orderQuery(id)))
      .catch(() => {})
  }, [client, id, isAgain])
  return (
    <Container tall className={cx('py-10 md:py-16', result.error && !result.data && 'beside-ikebana')}>
      <UnlistedTags title={text.title} />
      <meta name="referrer" content="no-referrer" />
      {isAgain ? (
        <Suspense fallback={<Awaited label={text.loading} />}>
          <OrderAgain id={id} />
        </Suspense>
      ) : result.data ? (
        <>
          {result.error && <FailedNote className="mb-6" title={text.outOfDate} of={result} />}
          <Late fallback={<Loading />}>
            <OrderPage order={result.data} />
          </Late>
        </>
      ) : isMissing(result) ? (
        <>
          <Statement title={text.notFound}>
            {(sendsEmails ? text.notFoundLead : text.notFoundWithoutMail)({ callOrChat: <CallOrChat /> })}
          </Statement>
          <div className="mt-6 flex flex-wrap gap-3">
            <ButtonLink to="/find">{text.findOrder}</ButtonLink>
            <IfPart part="store">
              <ButtonLink to="/store" variant="outline">
                {text.visitStore}
              </ButtonLink>
            </IfPart>
          </div>
        </>
      ) : result.error ? (
        <>
          <Statement title={text.notLoaded}>{result.error.message || text.checkConnection}</Statement>
          <div className="mt-6 flex flex-wrap items-center gap-4">
            <Button busy={result.isFetching} onClick={() => void result.refetch()}>
              {text.tryAgain}
            </Button>
            <p>{text.orCall({ callOrChat: <CallOrChat /> })}</p>
          </div>
        </>
      ) : (
        <>
          <noscript>
            {PlainMissing && (
              <Suspense>
                <PlainMissing />
              </Suspense>
            )}
          </noscript>
          <div className="noscript:hidden">
            <Loading />
          </div>
        </>
      )}
    </Container>
  )
}

function Loading() {
  return (
    <>
      <Statement title={text.title}>{text.oneMoment}</Statement>
      <Awaited label={text.loadingOrder} />
    </>
  )
}
