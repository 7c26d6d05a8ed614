import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import { useWatch } from 'react-hook-form'
import { emailPattern } from '../../../contract/email-pattern.ts'
import { type AddedSeat, deskPayments, type KnownPerson } from '../../../contract/people/people.ts'
import { indianPhonePattern, plainPhone } from '../../../contract/phones.ts'
import { formatRupees, joined } from '../../../contract/words.ts'
import { api } from '../../lib/api.ts'
import { query, useStale } from '../../lib/query.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { SentDialog } from '../form-dialog.tsx'
import { useSettled } from '../list/use-settled.ts'
import { type MailPromise, useMailPromise } from '../mail-promise.ts'
import { isFull } from '../seats/seat-facts.ts'
import { useRight } from '../use-right.ts'
import { type AddPersonForm, addPersonRules, BatchChoice, type ComingBatch } from './batch-choice.tsx'
import { KnownPeople } from './known-people.tsx'

const paymentLabels: Record<(typeof deskPayments)[number], string> = {
  cash: 'Cash',
  upi: 'UPI',
  card: 'Card',
  bank: 'Bank',
  later: 'Later',
}

export default function AddPersonDialog({
  person,
  batchId,
  waitingId,
  onAdded,
  ...dialog
}: Openable & {
  person?: Pick<KnownPerson, 'name' | 'email' | 'phone'>
  batchId?: string
  waitingId?: string
  onAdded?: () => void
}) {
  const stale = useStale()
  const mayGoBeyond = useRight('beyond-capacity')
  const told = useMailPromise()
  const batches = useQuery(query('GET /api/admin/coming-batches'))
  const all = batches.data?.data ?? []
  return (
    <SentDialog
      {...dialog}
      draft={`seat-for-${waitingId ?? batchId ?? person?.phone ?? 'anybody'}`}
      title="Add a person"
      description="Book a seat for someone who called or visited."
      submit={['Add', 'Adding...']}
      rules={addPersonRules}
      defaults={{
        name: person?.name ?? '',
        email: person?.email ?? '',
        phone: person?.phone ?? '',
        batchId: batchId ?? '',
        payment: undefined as never,
        paymentReference: '',
        price: '',
        note: '',
        reason: '',
        letter: true,
      }}
      send={(values, keyed) => {
        const { price, email } = values
        const batch = all.find(({ id }) => id === values.batchId)
        const body = {
          ...values,
          email: email ?? '',
          price: price === '' || price === undefined ? undefined : price / 100,
          waitingId,
          // Confirms that the batch gets more seats than its capacity. The server ignores it for a seat that is offered
          // to somebody who waits, because that seat is held already.
          beyondCapacity: (mayGoBeyond && batch && isFull(batch)) || undefined,
        }
        return api('POST /api/admin/enrollments', { body }, keyed(body))
      }}
      done={({ data }, { name, email }) => ({
        title: `Seat booked for ${name}`,
        description: `${data.reference}. ${messagesText(data, email ?? '', told)}`,
      })}
      onSent={() => {
        stale(
          'GET /api/admin/AdminClasses',
          'GET /api/admin/batches',
          'GET /api/admin/coming-batches',
          'GET /api/admin/batches/:id/roster',
          'GET /api/admin/day-sheet',
          'GET /api/getEventClassEnrollments',
          'GET /api/getStudents',
          'GET /api/admin/people',
          'GET /api/admin/morning',
          'GET /api/getDashboardData',
        )
        onAdded?.()
      }}
    >
      {(field, { form }) => (
        <>
          {!person && (
            <KnownPeople
              onChoose={(found) => {
                for (const name of ['name', 'email', 'phone'] as const) {
                  form.setValue(name, found[name], { shouldDirty: true })
                  form.clearErrors(name)
                }
              }}
              onTyped={(typed) => {
                const isPhone = /^\+?[\d\s-]+$/.test(typed)
                const name = isPhone ? 'phone' : typed.includes('@') ? 'email' : 'name'
                form.setValue(name, typed, { shouldDirty: true })
                form.clearErrors(name)
              }}
            />
          )}
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField label="Full name" required maxLength={120} autoComplete="off" {...field('name')} />
            <PhoneField label="Phone" required autoComplete="off" {...field('phone')} />
          </div>
          <TextField
            label="Email"
            hint="Needed to send a confirmation"
            type="email"
            autoComplete="off"
            {...field('email')}
          />
          <BatchChoice
            result={batches}
            form={form as unknown as AddPersonForm}
            error={field('batchId').error}
          />
          <PaymentChoice {...field('payment')} />
          <More form={form as unknown as AddPersonForm} field={field} batches={all} />
          <Checkbox
            label="Send a confirmation"
            hint={told('We’ll e-mail it.', 'A WhatsApp message is put in Messages for you to send.')}
            {...field('letter')}
          />
        </>
      )}
    </SentDialog>
  )
}

function PaymentChoice({ error, ...radio }: { error: string | null } & ComponentProps<'input'>) {
  const id = useId()
  return (
    <FieldGroup id={id} label="Payment" required error={error}>
      <div className="flex flex-wrap gap-2">
        {deskPayments.map((value) => (
          <label key={value} className="choice flex min-h-11 items-center gap-2 px-3">
            <input {...radio} type="radio" value={value} className="tick rounded-full" />
            {paymentLabels[value]}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

function More({
  form,
  field,
  batches,
}: {
  form: AddPersonForm
  field: (name: 'paymentReference' | 'price' | 'reason' | 'note') => { error: string | null }
  batches: readonly ComingBatch[]
}) {
  const mayGoBeyond = useRight('beyond-capacity')
  const maySetPrice = useRight('prices')
  const { control } = form
  const [payment, batchId, price, reason] = useWatch({
    control,
    name: ['payment', 'batchId', 'price', 'reason'],
  })
  const batch = batches.find(({ id }) => id === batchId)
  const needsReason = Boolean(price) || Boolean(reason) || (batch !== undefined && isFull(batch))
  const hasReference = payment === 'upi' || payment === 'card' || payment === 'bank'
  const reasonError = field('reason').error
  return (
    <>
      {hasReference && (
        <TextField
          label="Payment reference"
          hint="From the bank, UPI app or card slip (optional)"
          maxLength={80}
          autoComplete="off"
          {...field('paymentReference')}
        />
      )}
      <AlreadySeated control={control} batchId={batchId} />
      {batch && isFull(batch) && (
        <Note tone="warning">
          {mayGoBeyond
            ? 'This batch is full. We’ll raise its capacity by one seat.'
            : 'This batch is full. Ask the owner to add a seat.'}
        </Note>
      )}
      <details open={needsReason || reasonError !== null || undefined}>
        <summary className="link flex min-h-11 items-center">
          {maySetPrice ? 'Price, reason and note' : 'Reason and note'}
        </summary>
        <div className="flex flex-col gap-5 pt-2">
          {maySetPrice && (
            <TextField
              label="Price (₹)"
              hint={batch ? `Usually ${formatRupees(batch.seatPrice)}` : 'Leave blank for the usual price'}
              inputMode="decimal"
              autoComplete="off"
              {...field('price')}
            />
          )}
          <TextField
            label="Reason"
            hint="Needed for a different price, an extra seat, or going ahead of the waiting list"
            maxLength={300}
            autoComplete="off"
            {...field('reason')}
          />
          <TextArea label="Note" hint="For staff only" rows={2} maxLength={1000} {...field('note')} />
        </div>
      </details>
    </>
  )
}

function AlreadySeated({ control, batchId }: { control: AddPersonForm['control']; batchId: string }) {
  const [phone, email] = useWatch({ control, name: ['phone', 'email'] })
  const number = plainPhone(phone)
  const mailbox = (email ?? '').trim().toLowerCase()
  const byPhone = useKnown(number)
  const byMailbox = useKnown(mailbox)
  const seated = [
    ...byPhone.filter((known) => plainPhone(known.phone) === number),
    ...byMailbox.filter((known) => known.email.toLowerCase() === mailbox),
  ].find(({ batchIds }) => batchIds.includes(batchId))
  return seated ? <Note tone="warning">{seated.name} already has a seat in this batch.</Note> : null
}

/** Known people with this phone number or address. The server is asked only once it is complete. */
function useKnown(typed: string): readonly KnownPerson[] {
  const q = useSettled(typed, 200)
  const isWhole = q === typed && (indianPhonePattern.test(q) || emailPattern.test(q))
  const { data } = useQuery({ ...query('GET /api/admin/people', { query: { q } }), enabled: isWhole })
  return isWhole ? (data?.data ?? []) : []
}

function messagesText({ letters, chats }: AddedSeat, email: string, told: MailPromise): string {
  if (letters === 0 && chats === 0) return 'No message was sent.'
  const chat = chats > 0 ? 'You can send the WhatsApp message from Messages.' : ''
  return letters === 0
    ? joined(['There’s no e-mail address.', chat], ' ')
    : told(`We’ll e-mail ${email}.`, chat)
}
