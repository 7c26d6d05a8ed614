import * as z from 'zod/mini'
import { text as textRule } from '../../../../contract/primitives.ts'
import { groupLimit } from '../../../../contract/registrations/enrolments.ts'
import { useSchool, useSendsEmails } from '../../../lib/school.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import * as text from './seats.en.tsx'

export const nameMax = 120

/** The draft's fields for several seats: their number, and the other people's names, one per line. */
export const groupFields = {
  seats: z.optional(z.string()),
  guests: z.optional(textRule(groupLimit * (nameMax + 1))),
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

/** Returns text such as `3: Meena Krishnan, Arun Raj, name to be added`; false for one person. */
export function groupWords(payer: string, values: GroupValues): string | false {
  const guests = guestsOf(values)
  if (guests.length === 0) return false
  const names = [payer, ...guests.map((name) => name || text.nameLater)].join(', ')
  return text.namesOf({ count: guests.length + 1, names })
}

export type GroupControl = Required<GroupValues> & { set: (values: GroupValues) => void }

const maxUnlessSaid = 6

export function GroupFields({ group, left = null }: { group: GroupControl; left?: number | null }) {
  const school = useSchool()
  const sendsEmails = useSendsEmails()
  const seats = seatsOf(group)
  const max = Math.max(seats, Math.min(school?.groupMax ?? maxUnlessSaid, left ?? Number.POSITIVE_INFINITY))
  const names = group.guests.split('\n')
  if (max < 2) return null
  return (
    <>
      <SelectField
        label={text.howManySeats}
        name="seats"
        value={String(seats)}
        onChange={({ target }) => group.set({ seats: target.value })}
        options={Array.from({ length: max }, (_, n) => String(n + 1))}
      />
      {seats > 1 && (
        <fieldset className="flex min-w-0 flex-col gap-4">
          <legend className="sr-only">{text.guests}</legend>
          <p className="text-sm text-ink-soft">{sendsEmails ? text.groupLead : text.groupLeadWithoutMail}</p>
          {Array.from({ length: seats - 1 }, (_, n) => (
            <TextField
              // biome-ignore lint/suspicious/noArrayIndexKey: a seat has nothing but its place
              key={n}
              label={text.nameForSeat({ number: n + 2 })}
              hint={text.optional}
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
