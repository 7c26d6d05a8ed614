import { useQuery } from '@tanstack/react-query'
import { correctionForm, type OrderDelivery } from '../../../../contract/orders/store-orders.ts'
import { slotHours, windowText } from '../../../../contract/store/delivery-hours.ts'
import { dayText } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { orderKey } from '../../../lib/placed-orders.ts'
import { useStale } from '../../../lib/query.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import { CallOrChat } from '../../../lib/without-scripts.tsx'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SendDialog } from '../../../ui/send-dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import * as text from './correct-dialog.en.tsx'
import { deliveryQuery } from './delivery-query.ts'

const place = ['recipientName', 'recipientPhone', 'address', 'area', 'landmark', 'pincode'] as const
const atDoor = new Set<string>(place.slice(1))

function typedOf(delivery: OrderDelivery) {
  const { way, canChange, canChangeCard, cardMessage } = delivery
  const shown = canChange ? place.filter((name) => way !== 'pickup' || !atDoor.has(name)) : []
  return {
    ...Object.fromEntries(shown.map((name) => [name, delivery[name] ?? ''])),
    ...(canChange && { time: `${delivery.day} ${delivery.slotId}` }),
    ...(canChangeCard && { cardMessage: cardMessage ?? '' }),
  } as Partial<Record<(typeof place)[number] | 'time' | 'cardMessage', string>>
}

export default function CorrectDialog({
  id,
  delivery,
  ...dialog
}: Openable & { id: string; delivery: OrderDelivery }) {
  const stale = useStale()
  // A conflict loads the order again and leaves the typed text in the form.
  const { data, refetch } = useQuery(deliveryQuery(id))
  const current = data ?? delivery
  const { way, canChange, canChangeCard } = current
  const isPickup = way === 'pickup'
  const form = useSentForm({
    rules: correctionForm,
    defaults: typedOf(delivery),
    send: ({ time, ...typed }, keyed) => {
      const before = typedOf(current)
      const differing = Object.entries(typed).filter(
        ([name, said]) => said !== undefined && said !== before[name as keyof typeof before],
      )
      const [day, slotId] = time?.split(' ') ?? []
      const body = {
        ...Object.fromEntries(differing),
        ...(day && slotId && time !== before.time && { day, slotId }),
        key: orderKey(id, Date.now()),
        version: current.version,
      }
      return api('PATCH /api/orders/:id/delivery', { params: { id }, body }, keyed({ id, ...body }))
    },
    onSent: () => {
      stale('GET /api/orders/:id')
      void refetch()
    },
    onRefused: ({ fields, status }) => {
      if (fields['slotId']) form.form.setError('time', { message: fields['slotId'] }, { shouldFocus: true })
      if (status === 409) void refetch()
    },
  })
  const pincode = form.form.watch('pincode')?.replace(/[ -]/g, '') ?? ''
  const isElsewhere = /^\d{6}$/.test(pincode) && pincode !== current.pincode
  const there = useQuery({ ...deliveryQuery(id, pincode), enabled: dialog.open && isElsewhere })
  const times = (isElsewhere && there.data?.times) || current.times
  return (
    <SendDialog
      {...dialog}
      title={text.title}
      description={canChange ? text.lead : text.onlyCardLead}
      sendLabel={text.save}
      form={form}
      thanks={{ title: text.saved, text: text.savedLead }}
    >
      {canChange && (
        <>
          <TextField
            label={text.recipientName}
            required
            autoComplete="off"
            {...form.field('recipientName')}
          />
          {!isPickup && (
            <>
              <PhoneField
                label={text.recipientPhone}
                required
                autoComplete="off"
                {...form.field('recipientPhone')}
              />
              <TextArea
                label={text.address}
                rows={2}
                required
                autoComplete="off"
                {...form.field('address')}
              />
              <TextField label={text.area} required autoComplete="off" {...form.field('area')} />
              <TextField label={text.landmark} autoComplete="off" {...form.field('landmark')} />
              <TextField
                label={text.pincode}
                required
                inputMode="numeric"
                autoComplete="off"
                {...form.field('pincode')}
              />
            </>
          )}
          <SelectField
            label={isPickup ? text.collectionTime : text.deliveryTime}
            hint={times.length === 0 ? text.noOtherTimes : undefined}
            options={timeOptions(current, times)}
            {...form.field('time')}
          />
        </>
      )}
      {canChangeCard && (
        <TextArea
          label={text.cardMessage}
          hint={text.cardMessageHint}
          rows={4}
          {...form.field('cardMessage')}
        />
      )}
      <p className="text-sm text-ink-soft">{text.anythingElse({ callOrChat: <CallOrChat /> })}</p>
    </SendDialog>
  )
}

/** Returns the order's own time first, then the other times. */
function timeOptions({ day, slot, slotId }: OrderDelivery, times: OrderDelivery['times']) {
  const own = { value: `${day} ${slotId}` }
  const others = times.map((time) => ({
    value: `${time.day} ${time.slotId}`,
    label: text.timeOption({ day: dayText(time.day), name: time.name, hours: windowText(time) }),
  }))
  return [
    ...(day && slot
      ? [{ ...own, label: text.timeOption({ day: dayText(day), name: slot.name, hours: slotHours(slot) }) }]
      : []),
    ...others.filter(({ value }) => value !== own.value),
  ]
}
