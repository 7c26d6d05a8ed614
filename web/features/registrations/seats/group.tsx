import * as z from 'zod/mini'
import { text } from '../../../../contract/primitives.ts'
import { groupLimit } from '../../../../contract/registrations/enrolments.ts'
import { useSchool } from '../../../lib/school.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'

export const nameMax = 120

/** The draft's fields for several seats: their number, and the other people's names, one per line. */
export const groupFields = {
  seats: z.optional(z.string()),
  guests: z.optional(text(groupLimit * (nameMax + 1))),
}

export const oneSeat = { seats: '1', guests: '' }

export interface GroupValues {
  seats?: string | undefined
  guests?: string | undefined
}

export function seatsOf({ seats }: GroupValues): number {
  return Number(seats) || 1
}

export function guestsOf(values: GroupValues): string[] {
  const names = (values.guests ?? '').split('\n')
  return Array.from({ length: seatsOf(values) - 1 }, (_, n) => names[n]?.trim() ?? '')
}

export function requestFields<Values extends GroupValues>({ seats, guests, ...person }: Values) {
  const others = guestsOf({ seats, guests }).map((fullName) => (fullName ? { fullName } : {}))
  return { ...person, ...(others.length > 0 && { others }) }
}

/** Returns text such as `3: Meena Krishnan, Arun Raj, name to come`; false for one person. */
export function groupWords(payer: string, values: GroupValues): string | false {
  const guests = guestsOf(values)
  if (guests.length === 0) return false
  return `${guests.length + 1}: ${[payer, ...guests.map((name) => name || 'name to come')].join(', ')}`
}

export function seatWords(seats = 1): { seats: string; are: string } {
  return seats === 1 ? { seats: 'seat', are: 'is' } : { seats: `${seats} seats`, are: 'are' }
}

export type GroupControl = Required<GroupValues> & { set: (values: GroupValues) => void }

const maxUnlessSaid = 6

export function GroupFields({ group, left = null }: { group: GroupControl; left?: number | null }) {
  const school = useSchool()
  const seats = seatsOf(group)
  const max = Math.max(seats, Math.min(school?.groupMax ?? maxUnlessSaid, left ?? Number.POSITIVE_INFINITY))
  const names = group.guests.split('\n')
  if (max < 2) return null
  return (
    <>
      <SelectField
        label="How many seats"
        name="seats"
        value={String(seats)}
        onChange={({ target }) => group.set({ seats: target.value })}
        options={Array.from({ length: max }, (_, n) => String(n + 1))}
      />
      {seats > 1 && (
        <fieldset className="flex min-w-0 flex-col gap-4">
          <legend className="sr-only">Who comes with you</legend>
          <p className="text-sm text-ink-soft">
            One payment and one letter for all. You can name them later, from the link in your letter.
          </p>
          {Array.from({ length: seats - 1 }, (_, n) => (
            <TextField
              // biome-ignore lint/suspicious/noArrayIndexKey: a seat has nothing but its place
              key={n}
              label={`Name for seat ${n + 2}`}
              hint="Optional"
              name={`guest-${n + 2}`}
              autoComplete="off"
              maxLength={nameMax}
              value={names[n] ?? ''}
              onChange={({ target }) => {
                const next = Array.from({ length: seats - 1 }, (_, at) => names[at] ?? '')
                next[n] = target.value
                group.set({ guests: next.join('\n') })
              }}
            />
          ))}
        </fieldset>
      )}
    </>
  )
}
