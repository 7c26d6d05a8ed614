import { type RosterSeat, seatPriceBody } from '../../../contract/registrations/rosters.ts'
import { formatRupees } from '../../../contract/words.ts'
import { api } from '../../lib/api.ts'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { SentDialog } from '../form-dialog.tsx'
import { sayFailed } from '../use-deed.ts'
import { priceToldText } from './told-text.ts'

export function SeatPriceDialog({
  seat,
  onChanged,
  ...dialog
}: Openable & { seat: RosterSeat; onChanged: () => void }) {
  const { kind, id, name, reference, amount, paid } = seat
  return (
    <SentDialog
      {...dialog}
      draft={`price-of-${id}`}
      title="Another price"
      description={`${name} · ${reference}`}
      isToldAbove
      submitLabel="Set the price"
      sendingLabel="Setting..."
      rules={seatPriceBody}
      defaults={{ price: String(Number(amount)), reason: '' }}
      send={({ price, reason }, keyed) => {
        const body = { price: price / 100, reason, before: amount }
        return api('PUT /api/admin/seats/:kind/:id/price', { params: { kind, id }, body }, keyed(body))
      }}
      done={{ title: 'The price is set', description: priceToldText(seat) }}
      onSent={onChanged}
      onRefused={(error) => sayFailed(error, 'Failed to set the price. Please try again.')}
    >
      {(field) => (
        <>
          <NumberField
            label="Price"
            hint={`Now ${formatRupees(amount)}; ${formatRupees(paid)} came. What came beyond the price waits to be sent back.`}
            prefix="₹"
            step={0.01}
            required
            {...field('price')}
          />
          <TextArea
            label="Reason"
            hint="For the team: stands in the history"
            required
            rows={2}
            maxLength={300}
            {...field('reason')}
          />
        </>
      )}
    </SentDialog>
  )
}
