import { lazy, Suspense } from 'react'
import { cardMessageMax } from '../../../contract/order-facts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { cx } from '../../ui/class-names.ts'
import { PhoneField } from '../../ui/phone-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { CheckoutField } from './checkout-field.ts'
import { asksOf, isPickup, type Typed } from './typed.ts'

const CardPreview = lazy(() => import('./card-preview.tsx').catch(() => ({ default: NoPreview })))

const occasions = [
  'Birthday',
  'Anniversary',
  'Wedding',
  'A new baby',
  'Thank you',
  'Get well soon',
  'Congratulations',
  'Festival',
  'Sympathy',
  'Just because',
]

/** Where the code of the card could not be loaded: its words are sent all the same. */
function NoPreview(_: { words: string; sender: string }) {
  return <></>
}

/** Boxes say yes or no by being ticked: they have no value of their own. */
const box = ({ name, error, onChange }: ReturnType<CheckoutField>) => ({ name, error, onChange })

/** The second part: who gets the flowers and where, and what the card says. */
export function ToWhom({ typed, field }: { typed: Typed; field: CheckoutField }) {
  const pickup = isPickup(typed)
  const asks = asksOf(typed)
  return (
    <>
      <div className={cx('flex flex-col gap-5', pickup && 'hidden')}>
        <Checkbox label="The flowers are for me" {...box(field('isForMe'))} />
        <div className={cx('grid gap-5 sm:grid-cols-2', !asks.recipientPhone && 'hidden')}>
          <TextField
            label="Recipient's name"
            hint="As they are known at the door"
            required
            autoComplete="shipping name"
            maxLength={120}
            className={asks.recipientName ? undefined : 'hidden'}
            {...field('recipientName')}
          />
          <PhoneField
            label="Recipient's phone"
            hint="We ring only where we cannot find the door"
            required
            autoComplete="shipping tel-national"
            {...field('recipientPhone')}
          />
        </div>
        <TextField
          label="Address"
          hint="Door number, building, street"
          required
          autoComplete="shipping street-address"
          maxLength={300}
          {...field('address')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Area"
            required
            autoComplete="shipping address-level3"
            maxLength={120}
            {...field('area')}
          />
          <TextField
            label="Landmark (optional)"
            maxLength={200}
            placeholder="Opposite the temple tank"
            {...field('landmark')}
          />
        </div>
        <Checkbox
          label="Call me, not them"
          hint="If we have a question on the way, we ring you: the surprise stays one."
          {...box(field('callsBuyer'))}
        />
      </div>
      <SelectField
        label="Occasion (optional)"
        placeholder="No special one"
        options={occasions}
        className="sm:max-w-80"
        {...field('occasion')}
      />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <div className="flex flex-col gap-3">
          <TextArea
            label="Words on the card (optional)"
            hint={`At most ${cardMessageMax} characters, in any script`}
            rows={4}
            {...field('cardMessage')}
          />
          <Checkbox
            label="Do not name me"
            hint="Your name stands neither on the card nor on anything the recipient sees."
            {...box(field('hidesSender'))}
          />
        </div>
        <Suspense fallback={<div className="aspect-[148/105]" />}>
          <CardPreview
            words={typed.cardMessage ?? ''}
            sender={typed.hidesSender === 'yes' ? '' : (typed.customername ?? '').trim()}
          />
        </Suspense>
      </div>
      <TextArea
        label={pickup ? 'A note for us (optional)' : 'A note for the delivery (optional)'}
        rows={2}
        maxLength={500}
        placeholder={pickup ? undefined : 'Please ring twice. The dog is friendly.'}
        {...field('requirements')}
      />
    </>
  )
}
