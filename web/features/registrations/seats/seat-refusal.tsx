import type { ComponentProps, ReactNode } from 'react'
import { addPersonFragment } from '../../../../contract/registrations/link-fragments.ts'
import { ApiError } from '../../../lib/api.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { RefusalNote } from '../../../ui/refusal-note.tsx'
import { isFull, isUnsold, OpenDates } from './open-dates.tsx'

type Ways = Omit<ComponentProps<typeof OpenDates>, 'lead' | 'isFull'> & {
  onAnother: () => void
}

export function SeatRefusal({
  error,
  children,
  ...ways
}: Ways & { error: Error | null; children?: ReactNode }) {
  return (
    <RefusalNote error={error} tone={isHeldAlready(error) ? 'info' : 'error'}>
      {error && <WaysOn error={error} {...ways} rest={children} />}
    </RefusalNote>
  )
}

/** This is no failure: they hold a seat, or as many as they may, and the note says how to go on. */
export function isHeldAlready(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.code === 'already_enrolled'
}

function WaysOn({ error, rest, onAnother, ...dates }: Ways & { error: Error; rest: ReactNode }) {
  if (isUnsold(error))
    return (
      <OpenDates
        lead="Nothing was charged, and nothing you typed is lost."
        isFull={isFull(error)}
        {...dates}
      />
    )
  if (!isHeldAlready(error)) return rest
  const toPay = unpaidOf(error)
  if (toPay)
    return (
      <>
        <p>Nothing was charged, and nothing you typed is lost.</p>
        <p className="mt-3 flex flex-wrap gap-2">
          {toPay.map(({ id, kind, reference }) => (
            <ButtonLink
              key={id}
              to={`/payment?${kind === 'order' ? 'order' : 'enrollment'}=${encodeURIComponent(id)}`}
              replace
              size="sm"
              variant="outline"
            >
              Pay for {reference}
            </ButtonLink>
          ))}
        </p>
      </>
    )
  const seat = ownSeatOf(error)
  return (
    <>
      <p>
        {seat
          ? 'No second seat was taken, and nothing was charged.'
          : 'The link in that letter leads to the seat. No second one was taken, and nothing was charged.'}
      </p>
      <p className="mt-3 flex flex-wrap gap-2">
        {seat && (
          <ButtonLink to={`/payment?enrollment=${seat.id}`} replace size="sm">
            {seat.isDue ? 'Pay for it' : 'See your seat'}
          </ButtonLink>
        )}
        {seat?.canAdd ? (
          <ButtonLink
            to={`/payment?enrollment=${seat.id}${addPersonFragment}`}
            replace
            size="sm"
            variant="outline"
          >
            Add a person
          </ButtonLink>
        ) : (
          <Button size="sm" variant="outline" onClick={onAnother}>
            Add a person
          </Button>
        )}
      </p>
    </>
  )
}

function unpaidOf({ details }: ApiError): Record<'id' | 'kind' | 'reference', string>[] | null {
  const { toPay } = details
  return Array.isArray(toPay) ? toPay.filter((one) => typeof one?.id === 'string') : null
}

/** The server names the seat only to its holder. */
function ownSeatOf({ details }: ApiError): { id: string; isDue: boolean; canAdd: boolean } | null {
  const { id, isDue, canAdd } = details
  if (typeof id !== 'string') return null
  return { id: encodeURIComponent(id), isDue: isDue !== false, canAdd: canAdd === true }
}
