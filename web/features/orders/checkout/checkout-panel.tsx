import {
  type ComponentProps,
  type ComponentType,
  type FormEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { cancelSentence, cancelUntil } from '../../../../contract/orders/cancellation.ts'
import { windowText } from '../../../../contract/store/delivery-hours.ts'
import { formatRupees } from '../../../../contract/words.ts'
import type { ApiError } from '../../../lib/api.ts'
import { useCoupon } from '../../../lib/use-coupon.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { useSchoolToday } from '../../../lib/use-school-today.ts'
import { Button } from '../../../ui/button.tsx'
import { ChangesNote } from '../../../ui/changes-note.tsx'
import { CouponField } from '../../../ui/coupon-field.tsx'
import { LoadFailure } from '../../../ui/failed-note.tsx'
import { ErrorNote, Note } from '../../../ui/note.tsx'
import { RefusalNote } from '../../../ui/refusal-note.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Awaited } from '../../../ui/spinner.tsx'
import * as text from './checkout.en.tsx'
import { FromWhom, NothingYet, Part, PayPart, ToWhom } from './checkout-parts.tsx'
import { dayAndDate, useDelivery } from './delivery-choice.ts'
import { type Ordered, payLabel, type Sums, sumsOf, useOrdered } from './ordered-lines.ts'
import * as summaryText from './summary.en.ts'
import { Summary } from './summary.tsx'
import { isForMe, isPickup, orderBody, readTyped, type Typed, useTyped } from './typed.ts'
import {
  alwaysShown,
  focusUnfolded,
  LostAnswer,
  refusedPart,
  useFoundOrder,
  useKnownBuyer,
  usePlacing,
} from './use-placing.tsx'
import { useSteps } from './use-steps.ts'
import { WhenAndWhere } from './when-and-where.tsx'
import '../../../ui/more.css'

export interface AskedPlace {
  pincode: string
  name: string
  email: string
  phone: string
}

interface Props {
  onAskUs: (place: AskedPlace) => void
  /** Draws a checkout without products. */
  Empty: ComponentType<{ title: string; children: ReactNode }>
}

export default function CheckoutPanel({ onAskUs, Empty }: Props) {
  const element = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated()
  const today = useSchoolToday()
  const minute = useMinute()
  const { ordered, productId, error, result, setQuantity, notices, dismissNotices } = useOrdered()
  const { typed, isRestored, onInput, choose, fill } = useTyped(element)
  const delivery = useDelivery(typed, productId)
  const option = delivery.choice.kind === 'open' ? delivery.choice.option : null
  const fee = option?.fee ?? null
  const coupon = useCoupon(boughtWith(ordered), ordered?.subtotal)
  const sums = sumsOf(ordered?.subtotal ?? 0, fee, coupon.discountWith(fee))
  const [isHeld, setHeld] = useState(false)
  const { form, field, wrong, sending, unshown, errorsOf, showErrors } = usePlacing({
    element,
    ordered: ordered?.items ?? null,
    seen: ordered?.lines.map(({ name, size, answer, quantity }) => [name, size, answer, quantity]),
    shownTotal: sums.total,
    read: (form) => {
      const { slotId, ...typedOrder } = orderBody({ ...typed, ...readTyped(form) })
      const order = { ...typedOrder, couponCode: coupon.code }
      return option === null ? order : { ...order, slotId }
    },
    typed,
    onLostTime: () => steps.reopen(1),
  })
  const day = option && typed.day
  const when = day && option ? `${dayAndDate(day, today)}, ${windowText(option)}` : null
  const steps = useCheckoutSteps({
    element,
    typed,
    when,
    isLost: delivery.choice.kind === 'lost',
    isReady: isRestored && ordered !== undefined && delivery.isSettled,
    errorsOf,
    showErrors,
  })
  useKnownBuyer(fill)
  const lost = useFoundOrder()

  function submit(event: FormEvent<HTMLFormElement>) {
    if (steps.goesOn(event)) return
    setHeld(coupon.unsettled !== null)
    if (coupon.unsettled === null) return form.onSubmit(event)
    event.preventDefault()
    focusUnfolded(event.currentTarget.querySelector<HTMLElement>('[data-coupon]'))
  }

  if (sending.isSuccess) return <Awaited label={text.openingPayment} />
  if (ordered?.lines.length === 0)
    return <NothingOrdered isAtOnce={ordered.items !== null} {...{ lost, Empty }} />
  const place = refusedPart(sending.error)
  const isLoading = result.isFetching || delivery.asked?.query.isFetching || coupon.isChecking
  const summary = ordered ? (
    <Summary
      lines={ordered.lines}
      sums={sums}
      feeName={isPickup(typed) ? summaryText.collection : summaryText.delivery}
      when={when}
      refusal={place === 'lines' && sending.error?.message}
      onFewer={(line, quantity) => setQuantity(line.key, quantity)}
      notices={<ChangesNote className="my-4" notices={notices} onRead={dismissNotices} />}
    />
  ) : error ? (
    <LoadFailure tone="error" title={text.orderNotLoaded} of={result} />
  ) : (
    <SummaryAwaited />
  )
  return (
    <div className="mt-6 grid items-start gap-x-14 gap-y-6 lg:grid-cols-[1fr_24rem]">
      <form
        {...form}
        onSubmit={submit}
        onInput={onInput}
        aria-label={text.checkout}
        className="min-w-0 max-lg:**:scroll-mb-32"
      >
        <Part {...steps.partOf(1)} title={text.whereAndWhen}>
          <WhenAndWhere
            {...{ typed, field, today }}
            delivery={delivery.asked}
            choice={delivery.choice}
            choose={(chosen) => choose('day' in chosen ? delivery.withDay(chosen.day) : chosen)}
            onLaterDays={delivery.onLaterDays}
            onAskUs={(pincode) => onAskUs(askedPlace(pincode, typed))}
            refusal={place === 'delivery' && sending.error?.message}
          />
        </Part>
        <People {...{ typed, field }} partOf={steps.partOf} />
        <Part {...steps.partOf(4)} title={text.payment}>
          <PayPart
            field={field}
            coupon={<CouponField {...coupon.field} />}
            cancelSentence={day ? cancelSentence(minute, day, minute) : null}
            canCancel={Boolean(day && cancelUntil(minute, day))}
          />
          <Refusals
            error={sending.error}
            unshown={unshown}
            wrong={wrong.filter((name) => delivery.asked !== null || !alwaysShown.includes(name)).length}
            unsettled={isHeld ? coupon.unsettled : null}
            totalNow={error || isLoading ? null : sums.total}
          />
          <PayButton sums={ordered && isHydrated ? sums : null} isSending={sending.isPending} />
          <NothingYet />
        </Part>
      </form>
      <aside
        aria-label={summaryText.yourOrder}
        className="max-lg:sticky max-lg:bottom-0 max-lg:z-20 lg:sticky lg:top-28"
      >
        {summary}
        <p role="status" className="sr-only">
          {ordered && option && summaryText.totalIs({ total: formatRupees(sums.total) })}
        </p>
      </aside>
    </div>
  )
}

/** Cannot be pressed before the order is known. */
function PayButton({ sums, isSending }: { sums: Sums | null; isSending: boolean }) {
  return (
    <Button type="submit" wide disabled={sums === null} busy={isSending && text.placingOrder}>
      {sums ? payLabel(sums) : summaryText.pay}
    </Button>
  )
}

function Refusals({
  error,
  unshown,
  wrong,
  unsettled,
  totalNow,
}: {
  error: ApiError | null
  unshown: readonly string[]
  /** The number of fields with an error. A missing day or time is none before the place is known. */
  wrong: number
  /** What the visitor must do about a code first. */
  unsettled: string | null
  /** Null while the total is loaded again. */
  totalNow: number | null
}) {
  const place = refusedPart(error)
  const refusal = Object.keys(error?.fields ?? {}).length > 0 ? null : error
  return (
    <>
      <RefusalNote error={refusal}>{place ? adviceOn[place] : undefined}</RefusalNote>
      <ErrorNote>{error && unshown.join(' ')}</ErrorNote>
      {/* The focus is at the first of these fields, so the note is not read out. */}
      {wrong > unshown.length && (
        <Note tone="error">{text.toCorrect({ count: wrong - unshown.length })}</Note>
      )}
      <Note tone="warning" role="alert">
        {unsettled}
      </Note>
      {error?.code === 'price_changed' && totalNow !== null && (
        <Note tone="warning">{text.totalNow({ total: formatRupees(totalNow) })}</Note>
      )}
    </>
  )
}

function useCheckoutSteps({
  typed,
  when,
  isLost,
  ...more
}: { typed: Typed; when: string | null; isLost: boolean } & Omit<
  Parameters<typeof useSteps>[0],
  'hasGiven'
>) {
  const given = givenOf(typed, when)
  const steps = useSteps({ ...more, hasGiven: (number) => Boolean(given[number]) })
  const onLost = useEffectEvent(() => steps.reopen(1))
  useEffect(() => {
    if (isLost) onLost()
  }, [isLost])
  return {
    ...steps,
    /** Goes on to the next part if the form is sent by Enter in a field of an earlier part. */
    goesOn: (event: FormEvent<HTMLFormElement>): boolean => {
      const at = document.activeElement?.closest<HTMLElement>('[data-step]')?.dataset['step'] ?? '4'
      if (at === '4') return false
      event.preventDefault()
      void steps.next(Number(at))
      return true
    },
    partOf: (number: number) => ({
      number,
      given: given[number],
      isLater: number > 1,
      isDone: steps.done.includes(number),
      ...(number < 4 && { onNext: () => void steps.next(number) }),
    }),
  }
}

function People({
  typed,
  field,
  partOf,
}: ComponentProps<typeof ToWhom> & Pick<ReturnType<typeof useCheckoutSteps>, 'partOf'>) {
  return (
    <>
      <Part {...partOf(2)} title={isPickup(typed) ? text.cardMessage : text.recipient}>
        <ToWhom typed={typed} field={field} />
      </Part>
      <Part {...partOf(3)} title={text.yourDetails}>
        <FromWhom field={field} />
      </Part>
    </>
  )
}

/** What a part shows while it is folded, by its number. */
function givenOf(typed: Typed, when: string | null): Record<number, string> {
  const { pincode = '', recipientName, address, area, cardMessage, customername, email, phone } = typed
  const joined = (words: (string | undefined)[]) => words.filter(Boolean).join(' · ')
  const card = cardMessage && text.quoted({ words: cardMessage.trim() })
  const person = isForMe(typed) ? text.forYou : recipientName
  return {
    1: when && !isPickup(typed) ? text.givenPlace({ when, pincode }) : (when ?? pincode),
    2: isPickup(typed) ? (card ?? '') : joined([person, address, area, card]),
    3: joined([customername, email, phone]),
  }
}

function boughtWith(ordered: Ordered | undefined) {
  if (!ordered?.lines[0]) return null
  return ordered.items ? { lines: [...ordered.items] } : {}
}

const adviceOn = {
  delivery: text.chooseTimeAgain,
  lines: text.reviewItems,
  coupon: text.reviewCode,
}

function askedPlace(pincode: string, { customername = '', email = '', phone = '' }: Typed): AskedPlace {
  return { pincode, name: customername, email, phone }
}

function NothingOrdered({
  isAtOnce,
  lost,
  Empty,
}: Pick<Props, 'Empty'> & { isAtOnce: boolean; lost: ReturnType<typeof useFoundOrder> }) {
  return (
    <LostAnswer {...lost}>
      <Empty title={isAtOnce ? text.productGone : text.cartEmpty}>
        {isAtOnce ? text.productGoneLead : text.cartEmptyLead}
      </Empty>
    </LostAnswer>
  )
}

function SummaryAwaited() {
  return (
    <div role="status" aria-busy="true" aria-label={text.loadingOrder} className="flex flex-col gap-3">
      <Skeleton className="h-14 lg:h-64" />
    </div>
  )
}

const minuteMs = 60_000

/** Returns the current minute as a time in ms, kept up to date; 0 on the server and while hydrating. */
function useMinute(): number {
  return useSyncExternalStore(
    onMinute,
    () => Math.floor(Date.now() / minuteMs) * minuteMs,
    () => 0,
  )
}

function onMinute(listener: () => void): () => void {
  const timer = setInterval(listener, minuteMs / 4)
  return () => clearInterval(timer)
}
