import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { type MoneyEntry, type Payable, refundBody } from '../../../contract/money/money.ts'
import { type MoneyMethod, moneyMethodWords } from '../../../contract/money/payment-methods.ts'
import { upiIdPattern, upiUri } from '../../../contract/money/upi-link.ts'
import { dayText, formatRupees, joined } from '../../../contract/words.ts'
import { api } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { controlled } from '../../ui/controlled.ts'
import { FactLines } from '../../ui/facts.tsx'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { UpiCode } from '../../ui/upi-code.tsx'
import { PhoneLink } from '../contact-link.tsx'
import { SentDialog } from '../form-dialog.tsx'
import { RetryLine } from '../lost-list.tsx'
import { isSeat } from '../seats/seat-facts.ts'
import { SumAndMethod } from './sum-and-method.tsx'

const rules = z.pick(refundBody, { amount: true, method: true, note: true, keepsRest: true, tell: true })

/** Records a refund: of money that waits, or of a part of what was paid for a seat. */
export function RefundDialog({ row, onNoted, ...dialog }: Openable & { row: Payable; onNoted: () => void }) {
  const waits = Number(row.waits)
  const paid = Number(row.amount) - Number(row.due)
  const hasEnded = isSeat(row) && (row.status === 'cancelled' || row.status === 'expired')
  const { kind, id } = row
  const trail = useQuery(query('GET /api/admin/money/of/:kind/:id', { params: { kind, id } }))
  const [upiId, setUpiId] = useState<string | null>(null)
  const knownUpiId = trail.data?.data.payerUpiId ?? ''
  return (
    <SentDialog
      {...dialog}
      draft={`refund-of-${id}`}
      title="Record refund"
      description={`${row.name}, ${row.title} (${row.reference})`}
      isToldAbove
      submit={['Record refund', 'Recording...']}
      rules={rules}
      defaults={{
        amount: waits > 0 ? String(waits) : '',
        method: '' as MoneyMethod,
        note: '',
        keepsRest: false,
        tell: true,
      }}
      send={({ amount = 0, ...said }, keyed) => {
        const body = { kind, id, ...said, waits: row.waits, amount: amount / 100 }
        return api('POST /api/admin/money/refund', { body }, keyed(body))
      }}
      done={{ title: 'Success', description: 'Refund recorded' }}
      onSent={onNoted}
      failed="We couldn’t record the refund. Try again."
    >
      {(field, { form }) => (
        <>
          <Note tone="info">
            Send the money first, from your bank or UPI app. This only records the refund.
            {waits === 0 &&
              !hasEnded &&
              ' The price of the seat goes down by the same amount, so nothing becomes due.'}
          </Note>
          <Payer row={row} entries={trail.data?.data.entries ?? []} />
          {trail.isError && (
            <RetryLine onRetry={() => void trail.refetch()}>We couldn’t load the payments.</RetryLine>
          )}
          <SumAndMethod
            sum={{ hint: mostText({ waits, paid, hasEnded }), ...field('amount') }}
            method={{ label: 'Refund method', ...field('method') }}
          />
          {form.watch('method') === 'upi' && (
            <PayByUpi
              row={row}
              amount={Number(form.watch('amount'))}
              upiId={upiId ?? knownUpiId}
              isKnown={knownUpiId !== '' && (upiId ?? knownUpiId) === knownUpiId}
              onType={setUpiId}
            />
          )}
          <TextArea
            label="Note"
            hint="The reason and the payment reference"
            required
            rows={3}
            maxLength={500}
            {...field('note')}
          />
          {isSeat(row) && waits > 0 && Number(form.watch('amount')) < waits && (
            <Checkbox
              label="The school keeps the rest"
              hint="Leave this off to refund the rest later, or to move it to another batch."
              {...field('keepsRest')}
            />
          )}
          {isSeat(row) && <Checkbox label="Tell the student" {...field('tell')} />}
        </>
      )}
    </SentDialog>
  )
}

/** Says who gets the money, how it came, and what is left of it. */
function Payer({ row, entries }: { row: Payable; entries: readonly MoneyEntry[] }) {
  const sumOf = (kind: MoneyEntry['kind']) =>
    entries.filter((entry) => entry.kind === kind).reduce((sum, { amount }) => sum + Number(amount), 0)
  const received = sumOf('received') + sumOf('reversal')
  const refunded = -sumOf('refund')
  const waits = Number(row.waits)
  const keeps = received - refunded - waits
  return (
    <FactLines
      facts={[
        ['Refund to', row.name],
        ['Phone', row.phone && <PhoneLink phone={row.phone} />],
        [
          'E-mail',
          row.email && (
            <a className="link wrap-anywhere" href={`mailto:${row.email}`}>
              {row.email}
            </a>
          ),
        ],
        [
          'Paid by',
          entries
            .filter(({ kind, left }) => kind === 'received' && Number(left) > 0)
            .map(paymentText)
            .join('\n'),
        ],
        ['Already refunded', refunded > 0 && formatRupees(refunded)],
        ['Refund due', waits > 0 && <strong>{formatRupees(waits)}</strong>],
        ['The school keeps', waits > 0 && keeps > 0 && formatRupees(keeps)],
      ]}
    />
  )
}

function paymentText({ method, amount, day, reference }: MoneyEntry): string {
  const how = moneyMethodWords[method as MoneyMethod]
  return joined([how, formatRupees(amount), dayText(day), reference])
}

/** Shows a code that pays the refund from the school's own UPI app. */
function PayByUpi({
  row: { name, reference },
  amount,
  upiId,
  isKnown,
  onType,
}: {
  row: Payable
  amount: number
  upiId: string
  /** True if the shown UPI id is the one on the bank statement. */
  isKnown: boolean
  onType: (upiId: string) => void
}) {
  const id = upiId.trim()
  const uri =
    upiIdPattern.test(id) && amount > 0
      ? upiUri({ id, name }, { amount: amount.toFixed(2), reference, title: 'Refund' })
      : null
  return (
    <>
      <TextField
        label="UPI id to pay to"
        autoComplete="off"
        hint={
          isKnown
            ? 'From your bank statement. Check the name that your UPI app shows before you pay.'
            : 'Optional. Enter it to get a QR code for your UPI app. We don’t store the id.'
        }
        {...controlled(upiId, onType)}
      />
      {uri && (
        <UpiCode id={id} uri={uri}>
          <p className="text-ink-soft">
            Scan to pay {formatRupees(amount)} to {name}.
          </p>
          <ButtonLink href={uri} variant="outline" className="pointer-fine:hidden">
            Open a UPI app
          </ButtonLink>
        </UpiCode>
      )}
    </>
  )
}

function mostText({ waits, paid, hasEnded }: { waits: number; paid: number; hasEnded: boolean }): string {
  if (!hasEnded) return `Up to ${formatRupees(waits > 0 ? waits : paid)}`
  return waits > 0
    ? `${formatRupees(waits)} is to be refunded. You can also refund what the school kept.`
    : 'Up to what the school kept'
}
