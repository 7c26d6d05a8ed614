import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import type { PaymentOptions } from '../../../../contract/registrations/enrolments.ts'
import { momentText } from '../../../../contract/words.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { useOfficeHours } from '../../../lib/office-hours.ts'
import { useSchool, useSendsEmails } from '../../../lib/school.ts'
import { useSending } from '../../../lib/use-sending.ts'
import { Where } from '../../../lib/where.tsx'
import { Button } from '../../../ui/button.tsx'
import { FactLines } from '../../../ui/facts.tsx'
import { ErrorNote, Note } from '../../../ui/note.tsx'
import * as text from './at-school.en.tsx'

export interface AtSchoolProps {
  of: 'enrollments' | 'orders' | 'fee'
  id: string
  payment: PaymentOptions
  holdUntil: string | null
  proved: boolean | undefined
  address: string
  queryKey: QueryKey
}

/**
 * Shows a button to pay at the school, or the agreed visit: until when, where, and at what hours. A fee needs no
 * choice.
 */
export default function AtSchool({ holdUntil, proved, ...props }: AtSchoolProps): ReactNode {
  const sendsEmails = useSendsEmails()
  if (props.of === 'fee') {
    return (
      <Note className="mt-6" title={text.feeThere}>
        <WhereAndWhen />
      </Note>
    )
  }
  const until = holdUntil === null ? '' : momentText(holdUntil)
  if (props.payment.atSchool === 'offered') return <PayThere {...props} />
  if (proved === false && sendsEmails) {
    return (
      <Note role="status" className="mt-6" title={text.confirm}>
        {text.confirmLead({ until })}
      </Note>
    )
  }
  return (
    <Note role="status" className="mt-6" title={text.chosen}>
      {text.chosenLead({ until })} {proved === false && text.callIfLater}
      <WhereAndWhen />
    </Note>
  )
}

function WhereAndWhen() {
  const school = useSchool()
  const { hours } = useOfficeHours()
  return (
    <FactLines
      className="mt-2"
      facts={[
        [text.where, school && <Where key="where" room={null} school={school} />],
        ...hours.map(({ day, text: open }): [string, string] => [day, open]),
      ]}
    />
  )
}

function PayThere({
  of,
  id,
  payment: { provider, upi },
  address,
  queryKey,
}: Omit<AtSchoolProps, 'holdUntil' | 'proved'>) {
  const isOnly = provider === 'upi' && upi === null
  const client = useQueryClient()
  const sendsEmails = useSendsEmails()
  const choice = useSending<unknown, void, ApiError>({
    send: (_, keyed) =>
      of === 'orders'
        ? api('POST /api/orders/:id/pay-at-school', { params: { id } }, keyed(null))
        : api('POST /api/enrollments/:id/pay-at-school', { params: { id } }, keyed(null)),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  function choose(event: FormEvent) {
    event.preventDefault()
    if (!choice.isPending) choice.mutate()
  }
  return (
    <form method="post" action={address} className="mt-6" onSubmit={choose}>
      <input type="hidden" name="way" value="school" />
      <Button type="submit" wide variant={isOnly ? 'primary' : 'outline'} busy={choice.isPending}>
        {text.pay}
      </Button>
      <p className="mt-2 text-center text-sm text-ink-soft">
        {sendsEmails ? text.payLead : text.payLeadHere}
      </p>
      <ErrorNote className="mt-4">{choice.error && (choice.error.message || text.failed)}</ErrorNote>
    </form>
  )
}
