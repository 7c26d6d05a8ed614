import { useSchool } from '../../../lib/school.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type GroupValues, nameMax, seatsOf } from './group.ts'

export type GroupControl = Required<GroupValues> & { set: (values: GroupValues) => void }

const maxUnlessSaid = 6

/** Asks for the number of seats and the other people's names, which may stay empty. */
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
