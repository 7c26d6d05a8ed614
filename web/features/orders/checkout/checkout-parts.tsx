import { lazy, type ReactNode, Suspense } from 'react'
import { graphemesIn } from '../../../../contract/graphemes.ts'
import { paymentMethodHints, paymentMethods } from '../../../../contract/money/payment-methods.ts'
import { cardMessageMax, substitutions } from '../../../../contract/orders/order-facts.ts'
import { substitutionWords } from '../../../../contract/orders/orders.en.ts'
import type { CheckoutForm } from '../../../../contract/orders/store-orders.ts'
import { cardTextSize } from '../../../lib/card-text-size.ts'
import { useSchool, useSendsEmails } from '../../../lib/school.ts'
import { useSessionToken } from '../../../lib/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cx } from '../../../ui/class-names.ts'
import { GiftCard } from '../../../ui/gift-card.tsx'
import { Chevron } from '../../../ui/glyphs.tsx'
import { Note } from '../../../ui/note.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import * as text from './checkout.en.tsx'
import { asksOf, isForMe, isGift, isPickup, type Typed } from './typed.ts'

export function PayPart({
  field,
  coupon,
  cancelSentence,
  canCancel,
}: {
  field: CheckoutField
  coupon: ReactNode
  cancelSentence: string | null
  canCancel: boolean
}) {
  const { name, error, onChange, defaultValue } = field('acceptsTerms')
  const school = useSchool()
  const paysThere = school?.upi.id === '' && !school.simulatedPayments
  return (
    <>
      {paysThere ? (
        <>
          <p>{text.payThere}</p>
          <input type="hidden" name="paymentMethod" value={paymentMethods[0]} />
        </>
      ) : (
        <RadioCards
          label={text.howToPay}
          required
          options={paymentMethods.map((value) => ({
            value,
            label: value,
            detail: paymentMethodHints[value],
          }))}
          {...radio(field('paymentMethod'))}
        />
      )}
      {coupon}
      <RadioCards
        label={text.substitution}
        required
        options={substitutions.map((value) => ({
          value,
          label: substitutionWords[value],
          detail: text.substitutionHints[value],
        }))}
        {...radio(field('substitution'))}
      />
      {cancelSentence !== null && <Note tone={canCancel ? 'info' : 'warning'}>{`${cancelSentence}.`}</Note>}
      <Checkbox
        label={text.acceptTerms((words) => (
          <a className="link" href="/terms" target="_blank" rel="noopener">
            {words}
          </a>
        ))}
        {...{ name, error, onChange }}
        defaultChecked={defaultValue === 'yes'}
      />
    </>
  )
}

export function NothingYet() {
  return <p className="text-center text-sm text-ink-soft">{text.notChargedYet}</p>
}

/** Passes the field's default as `initial`, because a radio button's own `defaultValue` would set its value. */
const radio = ({ name, error, onChange, defaultValue: initial }: ReturnType<CheckoutField>) => ({
  name,
  error,
  onChange,
  ...(initial !== undefined && { initial }),
})

export function Part({
  id,
  number,
  title,
  given,
  isLater = false,
  isDone = false,
  onNext,
  children,
}: {
  id?: string
  number: number
  title: string
  given: ReactNode
  /** True if the part is folded at first. Later the visitor and `useSteps` fold it in the page itself. */
  isLater?: boolean
  isDone?: boolean
  /** Checks the part and goes to the next one. */
  onNext?: () => void
  children: ReactNode
}) {
  return (
    <details
      id={id}
      open={!isLater}
      data-step={number}
      className="group border-t border-line first:border-t-0"
    >
      <summary className="grid min-h-16 scroll-mt-28 list-none grid-cols-[auto_1fr_auto] items-center gap-x-3 py-4 [&::-webkit-details-marker]:hidden">
        <span
          aria-hidden="true"
          className="petal grid size-9 place-items-center bg-leaf-tint font-display text-lg text-leaf-ink group-open:bg-leaf group-open:text-on-leaf"
        >
          {isDone ? <DoneMark /> : number}
        </span>
        <h2 className="text-xl">{title}</h2>
        {isDone && <span className="link text-sm group-open:hidden">{text.change}</span>}
        <span
          className={cx(
            'rotate-90 text-ink-soft transition-transform group-open:-rotate-90',
            isDone && 'hidden group-open:block',
          )}
        >
          <Chevron />
        </span>
        {(given || !isLater) && (
          <span className="col-span-2 col-start-2 text-sm wrap-anywhere text-ink-soft group-open:hidden">
            {given || text.notFilledIn}
          </span>
        )}
      </summary>
      <div className="flex flex-col gap-5 pt-2 pb-8">
        {children}
        {onNext && (
          <Button
            wide
            className="next-step sm:w-auto sm:self-start sm:px-10 max-sm:sticky max-sm:bottom-14 max-sm:z-10 max-sm:shadow-soft"
            onClick={onNext}
          >
            {text.next}
          </Button>
        )}
      </div>
    </details>
  )
}

function DoneMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-5 fill-none stroke-current stroke-2">
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </svg>
  )
}

export function FromWhom({ field }: { field: CheckoutField }) {
  const sendsEmails = useSendsEmails()
  return (
    <>
      <TextField
        label={text.yourName}
        required
        autoComplete="name"
        maxLength={120}
        {...field('customername')}
      />
      <div className="field-row sm:grid-cols-2">
        <TextField
          label={text.yourEmail}
          hint={sendsEmails ? text.yourEmailHint : undefined}
          type="email"
          required
          autoComplete="email"
          {...field('email')}
        />
        <TextField
          label={text.yourPhone}
          hint={text.yourPhoneHint}
          type="tel"
          required
          autoComplete="tel"
          maxLength={24}
          {...field('phone')}
        />
      </div>
    </>
  )
}

/** The props of a field. Typing in the field clears its error. */
export type CheckoutField = (name: keyof CheckoutForm) => {
  name: string
  defaultValue: string | undefined
  error: string | null
  onChange: () => void
}

const SavedRecipients = lazy(() => import('./saved-recipients.tsx').catch(() => ({ default: NothingSaved })))

function NothingSaved() {
  return <></>
}

/** A checkbox has no text value, so the field's default decides whether it is checked. */
const box = ({ name, error, onChange, defaultValue }: ReturnType<CheckoutField>) => ({
  name,
  error,
  onChange,
  defaultChecked: defaultValue === 'yes',
})

export function ToWhom({
  typed,
  field,
  showsCard = true,
}: {
  typed: Typed
  field: CheckoutField
  showsCard?: boolean
}) {
  const pickup = isPickup(typed)
  const asks = asksOf(typed)
  const isSignedIn = useSessionToken() !== null
  return (
    <>
      <div className={cx('flex flex-col gap-5', pickup && 'hidden')}>
        {isSignedIn && (
          <Suspense fallback={<div className="h-18" />}>
            <SavedRecipients />
          </Suspense>
        )}
        <Checkbox label={text.forMe} {...box(field('isForMe'))} />
        <div className={cx('field-row sm:grid-cols-2', !asks.recipientPhone && 'hidden')}>
          <TextField
            label={text.recipientName}
            hint={text.recipientNameHint}
            required
            autoComplete="shipping name"
            maxLength={120}
            className={asks.recipientName ? undefined : 'hidden'}
            {...field('recipientName')}
          />
          <PhoneField
            label={text.recipientPhone}
            hint={text.recipientPhoneHint}
            required
            autoComplete="shipping tel"
            {...field('recipientPhone')}
          />
        </div>
        <TextField
          label={text.address}
          hint={text.addressHint}
          required
          autoComplete="shipping address-line1"
          maxLength={300}
          {...field('address')}
        />
        <div className="field-row sm:grid-cols-2">
          <TextField
            label={text.area}
            required
            autoComplete="shipping address-level3"
            maxLength={120}
            {...field('area')}
          />
          <TextField
            label={text.landmark}
            maxLength={200}
            placeholder={text.landmarkExample}
            {...field('landmark')}
          />
        </div>
        {/* The box is in the form before it is known who is signed in, so that the draft can be restored into it. */}
        <Checkbox
          label={text.saveRecipient}
          hint={text.saveRecipientHint}
          name="savesRecipient"
          className={isForMe(typed) || !isSignedIn ? 'hidden' : undefined}
        />
        <Checkbox
          label={text.callBuyer}
          hint={text.callBuyerHint}
          className={isGift(typed) ? undefined : 'hidden'}
          {...box(field('callsBuyer'))}
        />
      </div>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <div className="flex flex-col gap-3">
          <TextArea
            label={text.cardMessageField}
            hint={text.cardMessageHint({ max: cardMessageMax })}
            rows={4}
            {...field('cardMessage')}
          />
          <Checkbox
            label={text.anonymous}
            hint={text.anonymousHint}
            className={isGift(typed) ? undefined : 'hidden'}
            {...box(field('hidesSender'))}
          />
        </div>
        {showsCard && (
          <CardPreview
            words={typed.cardMessage ?? ''}
            sender={isGift(typed) && typed.hidesSender === 'yes' ? '' : (typed.customername ?? '').trim()}
          />
        )}
      </div>
      <MoreForUs pickup={pickup} field={field} isOpen={!showsCard} />
    </>
  )
}

function MoreForUs({ pickup, field, isOpen }: { pickup: boolean; field: CheckoutField; isOpen: boolean }) {
  return (
    <details open={isOpen || undefined}>
      <summary className="link inline-flex min-h-11 list-none items-center [&::-webkit-details-marker]:hidden">
        {pickup ? text.moreForUs : text.moreForDelivery}
      </summary>
      <div className="flex flex-col gap-5 pt-2">
        <SelectField
          label={text.occasion}
          placeholder={text.noOccasion}
          options={text.occasions}
          className="sm:max-w-80"
          {...field('occasion')}
        />
        <TextArea
          label={pickup ? text.noteForUs : text.deliveryNote}
          rows={2}
          maxLength={500}
          placeholder={pickup ? undefined : text.deliveryNoteExample}
          {...field('requirements')}
        />
      </div>
    </details>
  )
}

function CardPreview({ words, sender }: { words: string; sender: string }) {
  const typed = words.trim()
  const count = graphemesIn(typed)
  const over = count - cardMessageMax
  return (
    <figure className="m-0 flex flex-col gap-1.5">
      <GiftCard words={typed} size={cardTextSize(typed)} sender={sender} placeholder={text.cardPlaceholder} />
      <figcaption className={cx('text-sm', over > 0 ? 'font-bold text-rose-ink' : 'text-ink-soft')}>
        {over > 0
          ? text.cardTooLong({ over, max: cardMessageMax })
          : text.characterCount({ count, max: cardMessageMax })}
      </figcaption>
      <p role="status" className="sr-only">
        {over > 0 && text.cardTooLongAloud({ over })}
      </p>
    </figure>
  )
}
