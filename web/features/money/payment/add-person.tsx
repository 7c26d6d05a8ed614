import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { EnrolmentView } from '../../../../contract/registrations/enrolments.ts'
import { addPersonFragment } from '../../../../contract/registrations/link-fragments.ts'
import { counted, formatRupees } from '../../../../contract/words.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { useSending } from '../../../lib/use-sending.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { RefusalNote } from '../../../ui/refusal-note.tsx'
import { TextField } from '../../../ui/text-field.tsx'

interface Props {
  /** The id of the payer's seat. */
  id: string
  addable: EnrolmentView['addable']
  group: EnrolmentView['group']
  amount: EnrolmentView['amount'] | undefined
  queryKey: readonly unknown[]
}

/** Adds one more seat to the held ones: there is one sum and one link for all of them. */
export default function AddPerson({ id, addable, group, amount, queryKey }: Props): ReactNode {
  const queryClient = useQueryClient()
  const isAsked = useLocation().hash === addPersonFragment
  const place = useRef<HTMLDetailsElement>(null)
  const [name, setName] = useState('')
  const adding = useSending<unknown, string, ApiError>({
    send(fullName, keyed) {
      const body = { others: [fullName ? { fullName } : {}] }
      return api('POST /api/enrollments/:id/others', { params: { id }, body }, keyed(body))
    },
    onSuccess: () => setName(''),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  useEffect(() => {
    if (!isAsked) return
    place.current?.scrollIntoView({ block: 'center' })
    place.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [isAsked])
  const { error } = adding
  const added = adding.isSuccess && group && (
    <p role="status" className="mt-4 text-leaf-ink">
      A seat is added: {counted(group.count, 'seat')}
      {Number(amount) > 0 && `, ${formatRupees(amount ?? '')} in all`}. We have written to you.
    </p>
  )
  if (!addable)
    return (
      <>
        {added}
        {isAsked && !added && <NotHere />}
      </>
    )
  return (
    <details ref={place} className="mt-4 noscript:hidden print:hidden" open={isAsked}>
      <summary className="flex min-h-11 items-center link">Add a person</summary>
      <form
        noValidate
        aria-label="Add a person"
        className="mt-2 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!adding.isPending) adding.mutate(name.trim())
        }}
      >
        <p className="text-sm text-ink-soft">
          {Number(addable.price) > 0 ? `${formatRupees(addable.price)} more` : 'Nothing to pay'}, in one sum
          and under one link with yours. {counted(addable.seats, 'more seat')} can be added.
        </p>
        <TextField
          label="Who comes with you"
          hint="Optional: you can say it later"
          name="other"
          autoComplete="off"
          maxLength={120}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={error?.fields['others.0.fullName'] ?? null}
        />
        <RefusalNote error={error && Object.keys(error.fields).length === 0 ? error : null}>
          No seat was added, and your sum stays as it is.
        </RefusalNote>
        {added}
        <Button type="submit" variant="outline" className="self-start" busy={adding.isPending && 'Adding...'}>
          Add this person
        </Button>
      </form>
    </details>
  )
}

function NotHere() {
  return (
    <Note className="mt-4" title="Nobody can be added to this seat.">
      It is paid for, its payment is being checked, or no seat is left beside it. Whoever else comes takes a
      seat of their own.{' '}
      <ButtonLink to="/classes" size="sm" variant="outline" className="mt-3">
        See our courses
      </ButtonLink>
    </Note>
  )
}
