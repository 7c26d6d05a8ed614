import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { acceptedPath } from '../../../../contract/addresses.ts'
import { feeOf, isPartPaid } from '../../../../contract/orders/order-money.ts'
import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { slotHours } from '../../../../contract/store/delivery-hours.ts'
import { dayText, formatRupees, momentText } from '../../../../contract/words.ts'
import { usePageAssets } from '../../../lib/page-context.tsx'
import { useSendsEmails } from '../../../lib/school.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { useSessionToken } from '../../../lib/use-session.ts'
import { CallOrChat } from '../../../lib/without-scripts.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { FactLines } from '../../../ui/facts.tsx'
import { PageTitle } from '../../../ui/heading.tsx'
import { lazyDialog, useDialog } from '../../../ui/lazy-dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { Picture } from '../../../ui/picture.tsx'
import ShareButton from '../../../ui/share-button.tsx'
import { feeText } from '../checkout/delivery-choice.ts'
import { LineFacts, SumRow, TotalRow } from '../checkout/summary.tsx'
import { deliveryQuery } from './delivery-query.ts'
import * as text from './order.en.tsx'
import { dayAndTime, heldUntil } from './order-words.en.ts'
import { feeInWords, moneyInWords, orderWords } from './order-words.ts'
import WhereItGoes from './where-it-goes.tsx'
import '../../../ui/more.css'

const orderDialogs = () => import('./order-dialogs.tsx')
const CancelDialog = lazyDialog(async () => ({ default: (await orderDialogs()).CancelDialog }))
const ConcernDialog = lazyDialog(async () => ({ default: (await orderDialogs()).ConcernDialog }))
const RemindDialog = lazyDialog(async () => ({ default: (await orderDialogs()).RemindDialog }))

/** The page of an order, which everybody who has its link can see. */
export default function OrderPage({ order }: { order: StoreOrder }) {
  const sendsEmails = useSendsEmails()
  const { title, emphasis, lead } = orderWords(order, sendsEmails)
  const [before, after] = title.split(emphasis)
  const fee = feeOf(order)
  const charge = fee?.status === 'open' && fee
  // A guest's order request becomes an order by a click on the link in the e-mail, so nothing is due before that.
  const isPlaced = order.askedUntil === null
  // An order that was cancelled and resumed may owe money again, because the cancellation may have refunded it.
  const owes = order.status === 'pending' || (order.status !== 'cancelled' && order.due > 0)
  const isDue = owes && isPlaced && !order.payment.checking
  return (
    <>
      <p className="text-sm font-bold text-rose-ink">{text.orderNumber({ number: order.ordernumber })}</p>
      <div role="status">
        <PageTitle className="mt-1">
          {before}
          {after !== undefined && <em>{emphasis}</em>}
          {after}
        </PageTitle>
        <p className="mt-2 text-lg text-ink-soft">{lead}</p>
      </div>
      {isDue && (
        <div className="mt-5 flex flex-wrap items-center gap-4 print:hidden">
          <ButtonLink to={`/payment?order=${order.id}`}>{text.payNow}</ButtonLink>
          {isPartPaid(order) && (
            <p className="text-ink-soft">{text.amountDue({ amount: formatRupees(order.due) })}</p>
          )}
          {order.holdUntil && (
            <p className="text-ink-soft">{heldUntil({ until: momentText(order.holdUntil) })}</p>
          )}
        </div>
      )}
      {charge && (
        <Note
          tone="warning"
          className="mt-5 print:hidden"
          title={text.feeDue({ amount: formatRupees(charge.amount) })}
          action={
            !charge.payment?.checking && (
              <ButtonLink to={`/payment?order=${order.id}`} size="sm">
                {text.payFee({ amount: formatRupees(charge.amount) })}
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
            <Part id="order-steps" title={text.orderStatus}>
              <OrderSteps {...order} />
            </Part>
          )}
          {order.photographs.length > 0 && (
            <Part id="order-photographs" title={text.photos}>
              <ul className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-4">
                {order.photographs.map(({ kind, picture }) => (
                  <li key={kind}>
                    <Picture
                      picture={picture}
                      alt={text.photographs[kind].alt}
                      sizes="(min-width: 64rem) 20rem, 50vw"
                      className="petal aspect-square w-full object-cover"
                    />
                    <p className="mt-1 text-sm text-ink-soft">{text.photographs[kind].caption}</p>
                  </li>
                ))}
              </ul>
            </Part>
          )}
          {order.concern && (
            <Part id="order-concern" title={text.problem}>
              <Concern order={order} concern={order.concern} />
            </Part>
          )}
          {isPlaced && order.way !== null && <WhereItGoes order={order} />}
          {isPlaced && (
            <Part id="order-changes" title={text.manageOrder}>
              <Changes order={order} />
            </Part>
          )}
          <AccountOffer />
        </div>
        <Card as="section" aria-labelledby="order-lines" className="p-5 md:p-6 print:border-0 print:p-0">
          <h2 id="order-lines" className="mb-4 text-xl">
            {text.whatYouOrdered}
          </h2>
          <OrderLines order={order} />
          <FactLines
            className="mt-5 border-t border-line"
            facts={[
              [text.orderedAt, momentText(order.createdat)],
              [
                text.terms,
                order.terms && (
                  <a
                    key="terms"
                    className="link"
                    href={acceptedPath(order.terms.hash)}
                    target="_blank"
                    rel="noopener"
                  >
                    {text.termsAccepted}
                  </a>
                ),
              ],
              [order.way === 'pickup' ? text.collection : text.delivery, order.day && dayText(order.day)],
              [text.time, order.slot && dayAndTime({ day: order.slot.name, time: slotHours(order.slot) })],
            ]}
          />
        </Card>
      </div>
    </>
  )
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
        <p className="mb-2">{text.toldOn({ time: momentText(toldAt), callOrChat: <CallOrChat /> })}</p>
      )}
      {isOpen ? (
        <>
          <p>{(toldAt === null ? text.tellUsBy : text.tellMoreBy)({ time: momentText(until) })}</p>
          <Button
            size="sm"
            variant="outline"
            className="mt-4 print:hidden"
            onClick={() => show((props) => <ConcernDialog {...props} order={order} />, 'concern')}
          >
            {text.reportProblem}
          </Button>
        </>
      ) : (
        toldAt === null && <p>{text.tooLateToTell({ callOrChat: <CallOrChat /> })}</p>
      )}
      {dialog}
    </>
  )
}

function Changes({ order }: { order: StoreOrder }) {
  const { siteUrl } = usePageAssets()
  const { show, dialog } = useDialog()
  // The recipient's link names sender and recipient. The server sends this link only to somebody who has proved to be
  // the buyer.
  const isHydrated = useHydrated()
  const sendsEmails = useSendsEmails()
  const { data: shared } = useQuery({ ...deliveryQuery(order.id), enabled: isHydrated })
  const isCancelled = order.status === 'cancelled'
  return (
    <>
      {!isCancelled && order.concern === null && order.cancelSentence && (
        <p>
          {order.cancelSentence}.{!order.canCancel && <> {text.ifWrong({ callOrChat: <CallOrChat /> })}</>}
        </p>
      )}
      {isCancelled && <p>{text.questions({ callOrChat: <CallOrChat /> })}</p>}
      <div className="mt-4 flex flex-wrap items-center gap-3 print:hidden">
        {isHydrated && shared?.giftPath && !isCancelled && (
          <ShareButton
            url={siteUrl + shared.giftPath}
            title={text.shareTitle}
            what={text.sharedLink}
            size="sm"
            variant="outline"
          >
            {text.shareWithRecipient}
          </ShareButton>
        )}
        {sendsEmails && order.day !== null && order.status !== 'pending' && !isCancelled && (
          <Button
            size="sm"
            variant="outline"
            onClick={() => show((props) => <RemindDialog {...props} id={order.id} />, 'remind')}
          >
            {text.remindMe}
          </Button>
        )}
        <Button size="sm" variant="outline" onClick={() => window.print()}>
          {text.print}
        </Button>
        {order.canCancel && (
          <Button
            size="sm"
            variant="quiet"
            onClick={() =>
              show(
                (props) => (
                  <CancelDialog {...props} order={order} ofMoney={moneyInWords(order, sendsEmails)} />
                ),
                'cancel',
              )
            }
          >
            {text.cancelOrder}
          </Button>
        )}
      </div>
      {dialog}
    </>
  )
}

function AccountOffer() {
  const token = useSessionToken()
  // An account needs a code by e-mail.
  if (!useSendsEmails() || token !== null) return null
  return (
    <Note
      className="print:hidden"
      title={text.accountOffer}
      action={
        <ButtonLink to="/signup" size="sm" variant="outline">
          {text.createAccount}
        </ButtonLink>
      }
    >
      {text.accountOfferLead}
    </Note>
  )
}

function OrderLines({ order }: { order: StoreOrder }) {
  const { lines, subtotal, deliverycharge, discountamount, total, couponCode, way, charges } = order
  return (
    <>
      <ul className="flex flex-col gap-4">
        {lines.map((line, n) => (
          <li key={n} className="flex gap-4">
            <Picture
              picture={line.picture}
              alt=""
              sizes="5rem"
              className="petal size-20 shrink-0 object-cover"
            />
            <div className="min-w-0 flex-1">
              <LineFacts line={line} chosen={[line.size, line.answer]} />
            </div>
          </li>
        ))}
      </ul>
      <dl className="mt-5 flex flex-col gap-1.5 border-t border-line pt-4">
        <SumRow name={text.subtotal}>{formatRupees(subtotal)}</SumRow>
        <SumRow name={way === 'pickup' ? text.collection : text.delivery}>{feeText(deliverycharge)}</SumRow>
        {discountamount > 0 && (
          <SumRow name={couponCode ? text.discountBy({ code: couponCode }) : text.discount}>
            {`− ${formatRupees(discountamount)}`}
          </SumRow>
        )}
        <TotalRow total={total} />
        {charges.map(({ id, amount, status }) => (
          <SumRow key={id} name={text.redeliveryFee}>
            {text.feeStates[status]({ amount: formatRupees(amount) })}
          </SumRow>
        ))}
      </dl>
    </>
  )
}

export function OrderSteps({
  steps,
  attempts,
  way,
  status,
  total,
}: Pick<StoreOrder, 'steps' | 'attempts' | 'way' | 'status' | 'total'>) {
  const isCancelled = status === 'cancelled'
  const shown = isCancelled ? steps.filter(({ at }) => at !== null) : steps
  const next = isCancelled ? -1 : shown.findIndex(({ at }) => at === null)
  const attemptsAfter = (index: number) =>
    attempts
      .filter((attempt) => shown.findLastIndex(({ at }) => at !== null && at <= attempt.at) === index)
      .reverse()
  return (
    <ol className="flex flex-col md:flex-row">
      {shown.map(({ step, at }, index) => (
        <li
          key={step}
          aria-current={index === next - 1 ? 'step' : undefined}
          className="relative flex gap-4 pb-6 last:pb-0 md:flex-1 md:flex-col md:gap-2 md:pb-0 md:pr-3"
        >
          {index < shown.length - 1 && (
            <span
              aria-hidden="true"
              className={cx(
                'absolute top-6 bottom-0 left-[0.6875rem] border-l-2 md:top-3 md:right-0 md:bottom-auto md:left-6 md:border-t-2 md:border-l-0',
                shown[index + 1]?.at ? 'border-leaf' : 'border-dashed border-line-strong',
              )}
            />
          )}
          <svg aria-hidden="true" viewBox="-12 -12 24 24" className="relative mt-0.5 size-6 shrink-0">
            <circle
              r="10.5"
              className={at !== null ? 'fill-leaf stroke-leaf' : 'fill-paper stroke-line-strong'}
              strokeWidth="1.5"
            />
            {at !== null && (
              <path
                d="m-5 0 3.5 3.5L5-3.5"
                fill="none"
                className="stroke-on-leaf"
                strokeWidth="2"
                strokeLinecap="round"
              />
            )}
          </svg>
          <div className="min-w-0">
            <p className={cx('font-bold', at === null && 'font-normal text-ink-soft')}>
              {step === 'Paid' && total === 0
                ? text.stepConfirmed
                : (way === 'pickup' ? text.stepsOfCollection : text.steps)[step]}
              {at === null && <span className="sr-only"> {text.stillToCome}</span>}
            </p>
            {at !== null && <p className="text-sm text-ink-soft">{momentText(at)}</p>}
            <Attempts attempts={attemptsAfter(index)} />
          </div>
        </li>
      ))}
    </ol>
  )
}

function Attempts({ attempts }: Pick<StoreOrder, 'attempts'>) {
  if (attempts.length === 0) return null
  return (
    <ul
      aria-label={text.deliveryAttempts}
      className="mt-2 flex flex-col gap-1 rounded-sm bg-marigold-tint px-3 py-2 text-sm"
    >
      {attempts.map(({ what, at }) => (
        <li key={at}>
          <strong>{what}</strong> <span className="text-ink-soft">{momentText(at)}</span>
        </li>
      ))}
    </ul>
  )
}
