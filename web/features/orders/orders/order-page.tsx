import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { feeOf, isPartPaid } from '../../../../contract/orders/order-facts.ts'
import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { slotHours } from '../../../../contract/store/delivery-hours.ts'
import { dayText, formatRupees, momentText } from '../../../../contract/words.ts'
import { usePageAssets } from '../../../lib/page-context.tsx'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { useSessionToken } from '../../../lib/use-session.ts'
import { CallOrChat } from '../../../lib/without-scripts.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FactLines } from '../../../ui/facts.tsx'
import { Heading } from '../../../ui/heading.tsx'
import { lazyDialog, useDialog } from '../../../ui/lazy-dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { Picture } from '../../../ui/picture.tsx'
import ShareButton from '../../../ui/share-button.tsx'
import { deliveryQuery } from './delivery-query.ts'
import { OrderLines } from './order-lines.tsx'
import { OrderSteps } from './order-steps.tsx'
import { feeInWords, moneyInWords, orderWords } from './order-words.ts'
import '../../../ui/more.css'

const CancelDialog = lazyDialog(() => import('./cancel-dialog.tsx'))
const ConcernDialog = lazyDialog(() => import('./concern-dialog.tsx'))
const WhereItGoes = lazy(() => import('./where-it-goes.tsx').catch(() => ({ default: () => null })))
const RemindDialog = lazyDialog(() => import('./remind-dialog.tsx'))

const photographWords = {
  ready: { alt: 'The bouquet when it was ready', caption: 'When it was ready' },
  door: { alt: 'The bouquet at the door', caption: 'At the door' },
}

/** Everybody who has the page's link sees it. */
export default function OrderPage({ order }: { order: StoreOrder }) {
  const { title, lead } = orderWords(order)
  const fee = feeOf(order)
  const charge = fee?.status === 'open' && fee
  // A requested order is placed only by the link in its letter.
  const isPlaced = order.askedUntil === null
  // A resumed order may have had its money returned before.
  const owes = order.status === 'pending' || (order.status !== 'cancelled' && order.due > 0)
  const isDue = owes && isPlaced && !order.payment.checking
  return (
    <>
      <p className="text-sm font-bold text-rose-ink">Order {order.ordernumber}</p>
      <div role="status">
        <Heading level={1} size="2xl" className="mt-1">
          {title[0]}
          <em>{title[1]}</em>
        </Heading>
        <p className="mt-2 text-lg text-ink-soft">{lead}</p>
      </div>
      {isDue && (
        <div className="mt-5 flex flex-wrap items-center gap-4 print:hidden">
          <ButtonLink to={`/payment?order=${order.id}`}>Pay now</ButtonLink>
          {isPartPaid(order) && (
            <p className="text-ink-soft">{formatRupees(order.due)} is still to be paid.</p>
          )}
          {order.holdUntil && (
            <p className="text-ink-soft">Everything is held for you until {momentText(order.holdUntil)}.</p>
          )}
        </div>
      )}
      {charge && (
        <Note
          tone="warning"
          className="mt-5 print:hidden"
          title={`A fee of ${formatRupees(charge.amount)} for another try`}
          action={
            !charge.payment?.checking && (
              <ButtonLink to={`/payment?order=${order.id}`} size="sm">
                Pay {formatRupees(charge.amount)}
              </ButtonLink>
            )
          }
        >
          {feeInWords(order.status, charge.payment?.checking ?? false)}
        </Note>
      )}
      <div className="mt-8 grid items-start gap-x-14 gap-y-10 lg:grid-cols-[1fr_24rem] print:grid-cols-[1fr_1fr]">
        <div className="flex min-w-0 flex-col gap-10">
          {isPlaced && (
            <Part id="order-steps" title="Where it stands">
              <OrderSteps {...order} />
            </Part>
          )}
          {order.photographs.length > 0 && (
            <Part id="order-photographs" title="Photographs">
              <ul className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-4">
                {order.photographs.map(({ kind, picture }) => (
                  <li key={kind}>
                    <Picture
                      picture={picture}
                      alt={photographWords[kind].alt}
                      sizes="(min-width: 64rem) 20rem, 50vw"
                      className="petal aspect-square w-full object-cover"
                    />
                    <p className="mt-1 text-sm text-ink-soft">{photographWords[kind].caption}</p>
                  </li>
                ))}
              </ul>
            </Part>
          )}
          {order.concern && (
            <Part id="order-concern" title="Is something wrong?">
              <Concern order={order} concern={order.concern} />
            </Part>
          )}
          {isPlaced && order.way !== null && (
            <Suspense>
              <WhereItGoes order={order} />
            </Suspense>
          )}
          {isPlaced && (
            <Part id="order-changes" title="Changes">
              <Changes order={order} />
            </Part>
          )}
          <AccountOffer />
        </div>
        <Card as="section" aria-labelledby="order-lines" className="p-5 md:p-6 print:border-0 print:p-0">
          <h2 id="order-lines" className="mb-4 text-xl">
            What you ordered
          </h2>
          <FactLines className="mb-5 border-y border-line" facts={dayFacts(order)} />
          <OrderLines order={order} />
        </Card>
      </div>
    </>
  )
}

function dayFacts({ way, day, slot, createdat }: StoreOrder) {
  return [
    ['Ordered', momentText(createdat)],
    [way === 'pickup' ? 'Pick-up on' : 'For', day && dayText(day)],
    ['Time', slot && `${slot.name}, ${slotHours(slot)}`],
  ] as const
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Concern({ order, concern }: { order: StoreOrder; concern: NonNullable<StoreOrder['concern']> }) {
  const { show, dialog } = useDialog()
  const { until, isOpen, toldAt } = concern
  return (
    <>
      {toldAt !== null && (
        <p className="mb-2">
          You told us on {momentText(toldAt)}. We call or write to you within a day; if it cannot wait, please{' '}
          <CallOrChat />.
        </p>
      )}
      {isOpen ? (
        <>
          <p>
            {toldAt === null
              ? 'If a flower is damaged or missing, tell us'
              : 'If there is more to say, tell us'}{' '}
            until {momentText(until)}, with photographs if you can.
          </p>
          <Button
            size="sm"
            variant="outline"
            className="mt-4 print:hidden"
            onClick={() => show((props) => <ConcernDialog {...props} order={order} />, 'concern')}
          >
            Tell the school
          </Button>
        </>
      ) : (
        toldAt === null && (
          <p>
            Concerns are taken until 24 hours after the delivery. For anything else, please <CallOrChat />.
          </p>
        )
      )}
      {dialog}
    </>
  )
}

function Changes({ order }: { order: StoreOrder }) {
  const { siteUrl } = usePageAssets()
  const { show, dialog } = useDialog()
  // The link names sender and recipient, so the server gives it to the proved buyer alone.
  const isHydrated = useHydrated()
  const { data: ofBuyer } = useQuery({ ...deliveryQuery(order.id), enabled: isHydrated })
  const isCancelled = order.status === 'cancelled'
  return (
    <>
      {!isCancelled && order.concern === null && order.cancelSentence && (
        <p>
          {order.cancelSentence}.
          {!order.canCancel && (
            <>
              {' '}
              If something is wrong, please <CallOrChat />.
            </>
          )}
        </p>
      )}
      {isCancelled && (
        <p>
          Questions about it? Please <CallOrChat />.
        </p>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3 print:hidden">
        {isHydrated && ofBuyer?.giftPath && !isCancelled && (
          <ShareButton
            url={siteUrl + ofBuyer.giftPath}
            title="Flowers are on their way to you"
            what="The link for the recipient"
            size="sm"
            variant="outline"
          >
            Share the recipient’s link
          </ShareButton>
        )}
        {order.day !== null && order.status !== 'pending' && !isCancelled && (
          <Button
            size="sm"
            variant="outline"
            onClick={() => show((props) => <RemindDialog {...props} id={order.id} />, 'remind')}
          >
            Remind me next year
          </Button>
        )}
        <Button size="sm" variant="outline" onClick={() => window.print()}>
          Print this page
        </Button>
        {order.canCancel && (
          <Button
            size="sm"
            variant="quiet"
            onClick={() =>
              show(
                (props) => <CancelDialog {...props} order={order} ofMoney={moneyInWords(order)} />,
                'cancel',
              )
            }
          >
            Cancel the order
          </Button>
        )}
      </div>
      {dialog}
    </>
  )
}

function AccountOffer() {
  const token = useSessionToken()
  if (token !== null) return null
  return (
    <Note
      className="print:hidden"
      title="Keep your orders in one place"
      action={
        <ButtonLink to="/signup" size="sm" variant="outline">
          Make an account
        </ButtonLink>
      }
    >
      With an account of this e-mail address you see all your orders, and order again in a press.
    </Note>
  )
}
