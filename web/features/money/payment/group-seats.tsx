import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { EnrolmentView } from '../../../../contract/registrations/enrolments.ts'
import { counted, formatRupees } from '../../../../contract/words.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { useSending } from '../../../lib/use-sending.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { RefusalNote } from '../../../ui/refusal-note.tsx'
import { TextField } from '../../../ui/text-field.tsx'

type Group = NonNullable<EnrolmentView['group']>
type Seat = Group['seats'][number]

interface OfGroup {
  /** The id of the payer's seat. */
  id: string
  group: Group
  queryKey: readonly unknown[]
}

export default function GroupSeats(of: OfGroup): ReactNode {
  const { seats, canName } = of.group
  return (
    <>
      <Card className="mt-4 p-5 md:p-8">
        <h2 className="text-lg">
          {counted(of.group.count, 'seat')}
          {seats.some(({ status }) => status === 'confirmed') && ' confirmed'}
        </h2>
        <ul className="mt-3 divide-y divide-line">
          {seats.map((seat) => (
            <li key={seat.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {seat.name ?? <span className="text-ink-soft">Name to come</span>}
                <span className="block text-sm text-ink-soft">{seat.reference}</span>
              </span>
              <span className="font-bold">{priceOf(seat)}</span>
            </li>
          ))}
        </ul>
      </Card>
      {canName && <Names {...of} />}
    </>
  )
}

function priceOf({ status, price }: Seat): string {
  if (status === 'cancelled') return 'Cancelled'
  return Number(price) > 0 ? formatRupees(price) : 'Free'
}

function Names({ id, group: { seats }, queryKey }: OfGroup) {
  const queryClient = useQueryClient()
  const heading = useId()
  const [typed, setTyped] = useState<Record<string, string>>({})
  const saving = useSending<unknown, { id: string; fullName: string }[], ApiError>({
    send: (names, keyed) =>
      api('PUT /api/enrollments/:id/names', { params: { id }, body: { names } }, keyed({ names })),
    onSuccess: () => setTyped({}),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const held = seats.filter(({ status }) => status === 'pending' || status === 'confirmed')
  // Empty and unchanged names are not sent.
  const changed = held.flatMap(({ id, name }) => {
    const fullName = typed[id]?.trim()
    return fullName && fullName !== name ? [{ id, fullName }] : []
  })
  const { error, variables = [] } = saving
  const errorOf = (seatId: string) =>
    error?.fields[`names.${variables.findIndex(({ id }) => id === seatId)}.fullName`] ?? null
  return (
    // The part is folded while a payment is due, because that comes first.
    <details
      className="mt-4 noscript:hidden print:hidden"
      open={!held.some(({ status }) => status === 'pending')}
    >
      <summary id={heading} className="flex min-h-11 items-center link">
        Name everybody
      </summary>
      <form
        aria-labelledby={heading}
        noValidate
        className="mt-2 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (changed.length > 0 && !saving.isPending) saving.mutate(changed)
        }}
      >
        <p className="text-sm text-ink-soft">
          Now or later: the link in your letter leads here, until the batch begins.
        </p>
        {held.map(({ id, name, reference }, n) => (
          <TextField
            key={id}
            label={`Name for seat ${n + 1}`}
            hint={reference}
            name={`name-${n + 1}`}
            autoComplete="off"
            maxLength={120}
            value={typed[id] ?? name ?? ''}
            onChange={({ target }) => setTyped({ ...typed, [id]: target.value })}
            error={errorOf(id)}
          />
        ))}
        <RefusalNote error={error && Object.keys(error.fields).length === 0 ? error : null}>
          Nothing you typed is lost.
        </RefusalNote>
        <p role="status" className="text-leaf-ink empty:hidden">
          {saving.isSuccess && changed.length === 0 && 'The names are saved.'}
        </p>
        <Button
          type="submit"
          variant="outline"
          className="self-start"
          disabled={changed.length === 0}
          busy={saving.isPending && 'Saving...'}
        >
          Save the names
        </Button>
      </form>
    </details>
  )
}
