import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useActionData, useSearchParams } from 'react-router'
import { cancelSentence, cancelUntil } from '../../../../../contract/orders/cancellation.ts'
import type {
  DeliveryDayOptions,
  DeliveryOption,
  DeliveryOptions,
} from '../../../../../contract/store/delivery.ts'
import { pincodeSentence } from '../../../../../contract/store/delivery-facts.ts'
import { windowText } from '../../../../../contract/store/delivery-hours.ts'
import { formatRupees } from '../../../../../contract/words.ts'
import { newId } from '../../../../lib/new-id.ts'
import { usePageAssets } from '../../../../lib/page-context.tsx'
import { discountOf, offerOf } from '../../../../lib/use-coupon.ts'
import { CallOrChat } from '../../../../lib/without-scripts.tsx'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorNote, Note } from '../../../../ui/note.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import * as checkoutText from '../checkout.en.tsx'
import { type CheckoutField, FromWhom, NothingYet, Part, PayPart, ToWhom } from '../checkout-parts.tsx'
import {
  type Choice,
  choiceIn,
  closingText,
  dayAndDate,
  dayNote,
  feeText,
  optionsOf,
} from '../delivery-choice.ts'
import { orderedAtOnce, payLabel, sumsOf } from '../ordered-lines.ts'
import * as summaryText from '../summary.en.ts'
import { OrderedAndSums } from '../summary.tsx'
import { isPickup } from '../typed.ts'
import { Place } from '../when-and-where.tsx'
import * as text from './plain.en.tsx'
import { cartNeedsScripts } from './plain-cart.en.tsx'
import { isKey, type PlainAnswer, type PlainTyped, typedOf } from './plain-order.ts'
import {
  daysShown,
  moreDays,
  plainDeliveryQuery,
  plainProductQuery,
  plainTermsQuery,
} from './plain-queries.ts'
import '../../../../ui/more.css'

/**
 * The checkout without scripts, rendered on the server. Place and time are in the URL, personal data only in a POST.
 */
export default function PlainCheckout() {
  const answer = useActionData<PlainAnswer>()
  const [search] = useSearchParams()
  const typed = answer?.typed ?? typedOf(search)
  const queryClient = useQueryClient()
  const product = queryClient.getQueryData(plainProductQuery(typed).queryKey)
  if (!typed.product)
    return <p className="mt-4">{cartNeedsScripts({ storeLink, callOrChat: <CallOrChat /> })}</p>
  if (product === undefined && answer === undefined)
    return (
      <EmptyState title={text.productGone} action={<ButtonLink href="/store">{text.visitStore}</ButtonLink>}>
        {text.productGoneLead({ callOrChat: <CallOrChat /> })}
      </EmptyState>
    )
  const words = new URLSearchParams(Object.entries(typed))
  const ordered = product && orderedAtOnce(product, words)
  const delivery = plainDeliveryQuery(typed)
  return (
    <PlainForm
      answer={answer}
      typed={ordered ? { ...typed, ...fieldsOf(ordered.items?.[0]) } : typed}
      ordered={ordered ?? null}
      isSoldOut={product?.instock === false}
      isAsked={delivery !== null}
      options={delivery === null ? undefined : queryClient.getQueryData(delivery.queryKey)}
    />
  )
}

function PlainForm({
  answer,
  typed,
  ordered,
  isSoldOut,
  isAsked,
  options,
}: {
  answer: PlainAnswer | undefined
  typed: PlainTyped
  /** The items to order; null if they could not be loaded. The form then still keeps the typed text. */
  ordered: ReturnType<typeof orderedAtOnce> | null
  isSoldOut: boolean
  isAsked: boolean
  options: DeliveryOptions | undefined
}) {
  const { today, now = '' } = usePageAssets()
  const nowMs = Date.parse(now)
  const pickup = isPickup(typed)
  const choice = choiceIn(options?.days ?? [], typed, pickup)
  const option = choice.kind === 'open' ? choice.option : null
  const day = option && typed.day
  const when = day && option ? `${dayAndDate(day, today)}, ${windowText(option)}` : null
  const quote = answer?.coupon.quote ?? null
  const fee = option?.fee ?? null
  const sums = ordered && sumsOf(ordered.subtotal, fee, discountOf(quote, fee))
  const total = option && sums ? sums.total : null
  const fields = answer?.refusal?.fields ?? {}
  // A form with names of people is sent by POST, so that no URL contains them.
  const method = answer || option ? 'post' : 'get'
  const canOrder = option !== null || (method === 'post' && options === undefined)
  const field = fieldOf(typed, fields)
  const policies = useQueryClient().getQueryData(plainTermsQuery().queryKey)
  const terms = policies?.data.find(({ kind }) => kind === 'terms')?.hash
  return (
    <div className="mt-6 grid items-start gap-x-14 gap-y-6 lg:grid-cols-[1fr_24rem]">
      {ordered && sums && (
        <aside
          aria-label={summaryText.yourOrder}
          className="petal border border-line bg-raised p-5 lg:order-last"
        >
          <OrderedAndSums
            lines={ordered.lines.map((line) => ({ ...line, most: line.quantity }))}
            sums={sums}
            feeName={pickup ? summaryText.collection : summaryText.delivery}
            when={when}
            refusal={null}
            onFewer={() => undefined}
          />
          {isSoldOut && (
            <Note tone="warning" className="mt-4">
              {text.soldOut({ storeLink })}
            </Note>
          )}
        </aside>
      )}
      <form
        action="/checkout"
        method={method}
        noValidate
        aria-label={checkoutText.checkout}
        className="min-w-0"
      >
        {/* Enter in a field clicks the form's first submit button, so this button is first. */}
        {canOrder && method === 'post' && (
          <button type="submit" formMethod="post" name="step" value="order" hidden />
        )}
        <Hidden typed={typed} method={method} slot={option && day ? `${day} ${option.slotId}` : null} />
        {method === 'post' && (
          <>
            <input type="hidden" name="shownTotal" value={total ?? typed.shownTotal} />
            {terms && <input type="hidden" name="terms" value={terms} />}
          </>
        )}
        <Refused refusal={answer?.refusal ?? null} total={total} />
        <Part id="where" number={1} title={checkoutText.whereAndWhen} given={when}>
          <PlainWhere
            {...{ typed, options, isAsked, choice, fields, today, method }}
            now={nowMs}
            focused={focusedOf(fields)}
          />
        </Part>
        {method === 'post' && (
          <>
            <Part
              id="whom"
              number={2}
              title={pickup ? checkoutText.cardMessage : checkoutText.recipient}
              given={typed.recipientName}
            >
              {/* Fields cannot be hidden without scripts, so all fields are shown even if the "for me" box is checked.
               */}
              <ToWhom typed={{ ...typed, isForMe: '', phone: '' }} field={field} showsCard={false} />
            </Part>
            <Part number={3} title={checkoutText.yourDetails} given={typed.customername}>
              <FromWhom field={field} />
            </Part>
            <Part id="payment" number={4} title={checkoutText.payment} given={typed.paymentMethod}>
              <PayPart
                field={field}
                coupon={<Code typed={typed} coupon={answer?.coupon} />}
                cancelSentence={day ? cancelSentence(nowMs, day, nowMs) : null}
                canCancel={Boolean(day && cancelUntil(nowMs, day))}
              />
              {canOrder ? (
                <Button type="submit" formMethod="post" name="step" value="order" wide>
                  {sums ? payLabel(sums) : summaryText.pay}
                </Button>
              ) : (
                <p className="font-bold">{text.chooseTimeAbove}</p>
              )}
              <NothingYet />
            </Part>
          </>
        )}
      </form>
    </div>
  )
}

function Hidden({ typed, method, slot }: { typed: PlainTyped; method: 'get' | 'post'; slot: string | null }) {
  const { product, size, quantity, answer } = typed
  const key = isKey(typed.key) ? typed.key : newId()
  const carried = { product, size, quantity, answer, ...(method === 'post' && { key, slot }) }
  return Object.entries(carried).map(
    ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
  )
}

function fieldsOf(
  item: { productId: string; size?: string | null; quantity: number } | undefined,
): PlainTyped {
  if (item === undefined) return {}
  return { product: item.productId, size: item.size ?? '', quantity: String(item.quantity) }
}

function focusedOf(fields: Record<string, string>): string | undefined {
  return Object.keys(fields).find((name) => name !== 'day' && name !== 'slotId')
}

function fieldOf(typed: PlainTyped, fields: Record<string, string>): CheckoutField {
  const focused = focusedOf(fields)
  return (name) => ({
    name,
    defaultValue: typed[name],
    error: fields[name] ?? null,
    onChange: () => undefined,
    ...(name === focused && { autoFocus: true }),
  })
}

function Refused({ refusal, total }: { refusal: PlainAnswer['refusal']; total: number | null }) {
  if (refusal === null) return null
  const sentences = Object.values(refusal.fields ?? {})
  const [lacking] = (refusal.details?.['lines'] ?? []) as { left?: number }[]
  const isLacking = refusal.code === 'out_of_stock'
  const left = isLacking ? (lacking?.left ?? 0) : 0
  const isTimeLost = refusal.code === 'slot_full' || refusal.code === 'slot_closed'
  return (
    <ErrorNote title={isTimeLost ? text.chosenTimeLost : refusal.message} className="mb-4">
      {sentences.length > 0 && (
        <ul className="list-disc pl-5">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {refusal.code === 'price_changed' && total !== null && (
        <p>{checkoutText.totalNow({ total: formatRupees(total) })}</p>
      )}
      <p>
        {text.typedIsKept}
        {isLacking && left === 0 && <> {storeLink(text.chooseSomethingElse)}</>}
      </p>
      {left > 0 && (
        <Button type="submit" formMethod="post" name="take" value={left} variant="outline" size="sm">
          {summaryText.changeTo({ quantity: left })}
        </Button>
      )}
    </ErrorNote>
  )
}

function Code({ typed, coupon }: { typed: PlainTyped; coupon: PlainAnswer['coupon'] | undefined }) {
  return (
    <details open={typed.couponCode !== undefined} className="border-y border-line">
      <summary className="flex min-h-12 items-center link">{text.haveCode}</summary>
      <div className="flex flex-col gap-2 pb-4">
        <div className="flex items-start gap-3">
          <TextField
            label={text.code}
            name="couponCode"
            className="min-w-0 flex-1"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            defaultValue={typed.couponCode}
            error={coupon?.error ?? null}
          />
          <Button
            type="submit"
            formMethod="post"
            formAction="/checkout#payment"
            variant="outline"
            className="mt-7"
          >
            {text.apply}
          </Button>
        </div>
        {coupon?.quote && <p className="font-bold text-leaf-ink">{offerOf(coupon.quote)}</p>}
      </div>
    </details>
  )
}

const storeLink = (words: ReactNode) => (
  <a className="link" href="/store">
    {words}
  </a>
)

interface WhereProps {
  typed: PlainTyped
  /** Undefined if no place was given yet, or if the days could not be loaded. */
  options: DeliveryOptions | undefined
  isAsked: boolean
  choice: Choice
  fields: Record<string, string>
  focused: string | undefined
  today: string
  now: number
  method: 'get' | 'post'
}

function PlainWhere(props: WhereProps) {
  const { typed, options, isAsked, choice, fields, focused, today, method } = props
  const refused = !isPickup(typed) && options?.reason
  const pincodeError = fields['pincode'] ?? (typed.way && !isAsked ? pincodeSentence : null)
  const timeError = fields['day'] ?? fields['slotId']
  const isChosen = choice.kind === 'open'
  const asked = (
    <>
      <Place
        way={typed.way ?? 'deliver'}
        pincode={{
          name: 'pincode',
          defaultValue: typed.pincode,
          error: pincodeError,
          className: 'max-w-60',
          ...(focused === 'pincode' && { autoFocus: true }),
        }}
      />
      <Button
        type="submit"
        formMethod={method}
        formAction="/checkout#where"
        variant={isAsked && !pincodeError ? 'outline' : 'primary'}
        className="self-start"
      >
        {text.showTimes}
      </Button>
      {refused && (
        <Note tone="warning" title={refused}>
          {text.notDelivered({ callOrChat: <CallOrChat /> })}
        </Note>
      )}
      {isAsked && options === undefined && <ErrorNote>{text.daysNotLoaded}</ErrorNote>}
      {options && !refused && <PlainDays {...props} options={options} />}
    </>
  )
  const time = isChosen && typed.day && (
    <strong>
      {dayAndDate(typed.day, today)}, {windowText(choice.option)}
    </strong>
  )
  return (
    <>
      {choice.kind === 'lost' && (
        <Note tone="warning" role="alert">
          {choice.reason}
        </Note>
      )}
      {timeError && !isChosen && <ErrorNote>{text.chooseTime}</ErrorNote>}
      {time ? (
        <>
          <p className="text-lg">
            {isPickup(typed) ? time : text.chosenTimeTo({ time, pincode: options?.pincode ?? '' })}
          </p>
          <details open={Boolean(pincodeError)} className="border-y border-line">
            <summary className="flex min-h-12 items-center link">{text.changeTime}</summary>
            <div className="flex flex-col gap-5 pt-2 pb-5">{asked}</div>
          </details>
        </>
      ) : (
        asked
      )}
    </>
  )
}

function PlainDays({
  typed,
  options,
  choice,
  today,
  now,
  method,
}: WhereProps & { options: DeliveryOptions }) {
  const pickup = isPickup(typed)
  const openOf = (day: DeliveryDayOptions) => optionsOf(day, pickup).filter(({ reason }) => reason === null)
  const days = options.days.filter((day) => openOf(day).length > 0)
  const later = moreDays(daysShown(typed.days))
  const [first] = days
  const unfolded = days.some(({ day }) => day === typed.day) ? typed.day : first?.day
  return (
    <div role="group" aria-label={text.dayAndTime} className="flex flex-col">
      {first === undefined && (
        <Note tone="warning">
          {options.days.flatMap((day) => optionsOf(day, pickup)).find(({ reason }) => reason)?.reason ??
            text.noTimes}
        </Note>
      )}
      {days.map((day) => (
        <details key={day.day} name="day" open={day.day === unfolded} className="border-t border-line">
          <summary className="flex min-h-12 items-center gap-4 py-2">
            <span className="flex-1 font-bold">{dayAndDate(day.day, today)}</span>
            <span className="text-ink-soft">{dayNote(optionsOf(day, pickup)).text}</span>
          </summary>
          <div className="flex flex-col gap-2 pb-5">
            {openOf(day).map((option) => (
              <Time
                key={option.slotId}
                day={day.day}
                option={option}
                isChosen={
                  choice.kind === 'open' && typed.day === day.day && choice.option.slotId === option.slotId
                }
                today={today}
                method={method}
              />
            ))}
            <p className="text-sm text-ink-soft">{cancelSentence(now, day.day, now)}.</p>
          </div>
        </details>
      ))}
      {later !== null && (
        <Button
          type="submit"
          name="days"
          value={later}
          formMethod={method}
          formAction="/checkout#where"
          size="sm"
          variant="quiet"
          className="mt-1 -ml-2 self-start"
        >
          {checkoutText.showLaterDays}
        </Button>
      )}
    </div>
  )
}

function Time({
  day,
  option,
  isChosen,
  today,
  method,
}: {
  day: string
  option: DeliveryOption
  isChosen: boolean
  today: string
  method: 'get' | 'post'
}) {
  return (
    <button
      type="submit"
      name="slot"
      value={`${day} ${option.slotId}`}
      formMethod={method}
      formAction="/checkout#whom"
      className="choice flex min-h-14 items-center gap-3 px-4 py-2.5 text-left"
    >
      <span className="min-w-0 flex-1">
        <span className="sr-only">{dayAndDate(day, today)}, </span>
        <span className="block font-bold">{windowText(option)}</span>
        <span className="block text-sm text-ink-soft">
          {option.name} · {closingText(option)}
          {isChosen && ` · ${text.selected}`}
        </span>
      </span>
      <span className="shrink-0">{feeText(option.fee)}</span>
    </button>
  )
}
