import type { UseQueryResult } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import type { EndpointResponse } from '../../../contract/endpoint.ts'
import { folded } from '../../../contract/folded.ts'
import type { Api } from '../../../contract/index.ts'
import { newSeatBody } from '../../../contract/people/people.ts'
import { formatRupees, joined } from '../../../contract/words.ts'
import type { ApiError } from '../../lib/api.ts'
import { FailedNote } from '../../ui/failed-note.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { batchText, isFull, seatsText } from '../seats/seat-facts.ts'

type Answer = EndpointResponse<Api['GET /api/admin/coming-batches']>
export type ComingBatch = Answer['data'][number]

const shownMax = 5

export function BatchChoice({
  result,
  form,
  error,
}: {
  result: UseQueryResult<Answer, ApiError>
  form: AddPersonForm
  error: string | null
}) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const chosen = useWatch({ control: form.control, name: 'batchId' })
  const all = result.data?.data ?? []
  const fits = all.filter((batch) => isFound(batch, typed))
  const first = fits.slice(0, shownMax)
  const own = all.find((batch) => batch.id === chosen)
  const shown = own && !first.includes(own) ? [own, ...first] : first
  return (
    <FieldGroup id={id} label="Batch" required error={error} className="gap-2">
      {result.error ? (
        <FailedNote title="We couldn’t load the batches." of={result} />
      ) : !result.data ? (
        <Loading>Loading the batches…</Loading>
      ) : (
        <>
          {all.length > shownMax && (
            <input
              type="search"
              aria-label="Search batches by class or date"
              placeholder="Class or date"
              className="control"
              maxLength={100}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              // Enter must not send the form.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          )}
          {shown.map((batch) => (
            <label key={batch.id} className="choice flex min-h-11 items-center gap-3 px-3 py-2">
              <input
                type="radio"
                name={`${id}-batch`}
                value={batch.id}
                checked={batch.id === chosen}
                onChange={() => {
                  form.setValue('batchId', batch.id, { shouldDirty: true })
                  form.clearErrors('batchId')
                }}
                className="tick rounded-full"
              />
              <span className="min-w-0 flex-1 font-bold">
                {batch.courseTitle}
                <span className="block text-sm font-normal text-ink-soft">{batchLine(batch)}</span>
              </span>
            </label>
          ))}
          <p role="status" className="text-sm text-ink-soft empty:hidden">
            {all.length === 0
              ? 'There are no upcoming batches.'
              : fits.length === 0
                ? 'No matching batches'
                : fits.length > shownMax && `${fits.length - shownMax} more. Search by class or date.`}
          </p>
        </>
      )}
    </FieldGroup>
  )
}

function batchLine(batch: ComingBatch): string {
  const state = isFull(batch) ? 'full' : seatsText(batch)
  const words = { closed: 'closed', running: 'started', hidden: 'hidden' }
  const more = batch.state in words ? words[batch.state as keyof typeof words] : null
  return joined([batchText(batch), state, formatRupees(batch.seatPrice), more], ' · ')
}

/** Finds a batch if each typed word occurs in the name of the class or in the date, as shown or as stored. */
function isFound(batch: ComingBatch, typed: string): boolean {
  const text = folded(`${batch.courseTitle} ${batchText(batch)} ${batch.day ?? ''}`)
  return folded(typed)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The rules of the contract, except that an empty price means the batch's own price. */
export const addPersonRules = z.object({
  ...newSeatBody.shape,
  price: z.union([z.literal(''), newSeatBody.shape.price], {
    error: 'Enter a price of 0 or more, with at most 2 decimal places',
  }),
  batchId: z.string().check(z.minLength(1, 'Choose a batch')),
})

export type AddPersonForm = UseFormReturn<z.input<typeof addPersonRules>>
