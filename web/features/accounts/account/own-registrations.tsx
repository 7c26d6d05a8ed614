import { useQuery } from '@tanstack/react-query'
import type { OwnRegistration } from '../../../../contract/registrations/registrations.ts'
import { dayText, formatRupees, momentText } from '../../../../contract/words.ts'
import { query } from '../../../lib/query.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { OwnPart } from './own-part.tsx'

export function OwnRegistrations() {
  const result = useQuery(query('GET /api/profile/registrations'))
  return (
    <OwnPart of={result} what="courses" heights={['h-36 w-full', 'h-36 w-full']}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState
            title="Nothing here yet"
            action={
              <ButtonLink to="/classes" variant="outline">
                See our courses
              </ButtonLink>
            }
          >
            What you enroll in or book with this e-mail address stands here.
          </EmptyState>
        ) : (
          <ul className="mt-5 flex flex-col gap-4">
            {list.map((one) => (
              <RegistrationCard key={one.id} registration={one} />
            ))}
          </ul>
        )
      }
    </OwnPart>
  )
}

function RegistrationCard({ registration: one }: { registration: OwnRegistration }) {
  const { tone, label } = stateOf(one)
  const isDue = one.status === 'pending' && one.payment === 'due'
  return (
    <Card as="li" className="p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 flex-1 basis-56 text-lg break-words">{one.title}</h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <Facts
        className="mt-3 grid-cols-[6.5rem_1fr] gap-x-4 gap-y-1 [&_dd]:break-words"
        facts={[
          [one.kind === 'enrolment' ? 'Batch' : 'Date', dayText(one.batch)],
          ['For', one.guest],
          ['Amount', formatRupees(one.amount)],
          ['Still to be paid', one.payment === 'part' && formatRupees(one.due)],
          ['Reference', one.reference],
          ['Held until', isDue && one.holdUntil && momentText(one.holdUntil)],
        ]}
      />
      {isDue && (
        <ButtonLink
          to={`/payment?enrollment=${one.id}&amount=${one.amount}`}
          size="sm"
          className="mt-4"
          aria-label={`Pay now: ${one.title}`}
        >
          Pay now
        </ButtonLink>
      )}
    </Card>
  )
}

function stateOf({ status, payment }: OwnRegistration): { tone: Tone; label: string } {
  if (status === 'confirmed') return { tone: 'leaf', label: 'Confirmed' }
  if (status === 'cancelled') return { tone: 'outline', label: 'Cancelled' }
  if (payment === 'checking' || payment === 'attention') {
    return { tone: 'neutral', label: 'We are checking your payment' }
  }
  if (status === 'expired') return { tone: 'rose', label: 'No longer held' }
  return { tone: 'marigold', label: 'Waiting for payment' }
}
