import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import type { StoreOrder } from '../../contract/store-orders.ts'
import { isOver } from '../features/orders/order-end.ts'
import { UnlistedTags } from '../layout/visitor-page.tsx'
import { isMissing, query } from '../lib/query.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { CallOrChat } from '../lib/without-scripts.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { FailedNote } from '../ui/failed-note.tsx'
import { Statement } from '../ui/heading.tsx'
import { Container } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'

const OrderPage = lazy(() => import('../features/orders/order-page.tsx'))

export const handle: PageHandle = { isPrivate: true }

/** While the page is in sight, so often it asks how the order stands. */
const askEveryMs = 30_000

/** What came may be no order: a proxy's page, half an answer. */
function isOrder(data: StoreOrder | undefined): data is StoreOrder {
  return Array.isArray(data?.lines) && Array.isArray(data.steps)
}

export default function Order() {
  const { id = '' } = useParams()
  const isHydrated = useHydrated()
  const result = useQuery({
    ...query('GET /api/orders/:id', { params: { id } }),
    // The page is the same for everybody until the browser asks for this one order.
    enabled: isHydrated,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => (isOrder(data) && !isOver(data) ? askEveryMs : false),
  })
  return (
    <Container tall className="py-10 md:py-16">
      <UnlistedTags title="Your order" />
      <meta name="referrer" content="no-referrer" />
      {isOrder(result.data) ? (
        <>
          {result.error && (
            <FailedNote className="mb-6" title="This is how it stood when we last could ask." of={result} />
          )}
          <Suspense fallback={<Awaited label="Loading your order" />}>
            <OrderPage order={result.data} />
          </Suspense>
        </>
      ) : isMissing(result) ? (
        <>
          <Statement title="We do not know this order">
            Please use the link in our letter, or <CallOrChat />.
          </Statement>
          <ButtonLink to="/store" variant="outline" className="mt-6">
            See the flowers
          </ButtonLink>
        </>
      ) : result.error || result.data ? (
        <>
          <Statement title="Your order could not be loaded">
            {result.error?.message || 'Please check your connection and try again.'}
          </Statement>
          <div className="mt-6 flex flex-wrap items-center gap-4">
            <Button busy={result.isFetching} onClick={() => void result.refetch()}>
              Try again
            </Button>
            <p>
              Or <CallOrChat />.
            </p>
          </div>
        </>
      ) : (
        <>
          <Statement title="Your order">One moment, we are looking it up.</Statement>
          <Awaited label="Loading your order" />
        </>
      )}
    </Container>
  )
}
