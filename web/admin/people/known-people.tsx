import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KnownPerson } from '../../../contract/people/people.ts'
import { plural } from '../../../contract/plural.ts'
import { searchLengthMin } from '../../../contract/system/search.ts'
import { joined } from '../../../contract/words.ts'
import { query } from '../../lib/query.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useSettled } from '../list/use-settled.ts'

/** A search for people whom the school knows. If nobody is found, the typed text goes into the form. */
export function KnownPeople({
  onChoose,
  onTyped,
}: {
  onChoose: (person: KnownPerson) => void
  onTyped: (typed: string) => void
}) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<KnownPerson | null>(null)
  const q = useSettled(typed.trim(), 200)
  const isSearching = chosen === null && q.length >= searchLengthMin
  const found = useQuery({
    ...query('GET /api/admin/people', { query: { q } }),
    enabled: isSearching,
    placeholderData: (before) => before,
  })
  const people = isSearching ? (found.data?.data ?? []) : []
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Find a person"
        hint="Name, phone number or e-mail address"
        type="search"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setChosen(null)
          onTyped(event.target.value.trim())
        }}
        // Enter must not send the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {people.length > 0 && (
        <ul className="flex flex-col gap-2">
          {people.map((person) => (
            <li key={`${person.name} ${person.phone} ${person.email}`}>
              <button
                type="button"
                className="choice flex min-h-11 w-full flex-col px-3 py-2 text-left"
                onClick={() => {
                  setChosen(person)
                  setTyped(person.name)
                  onChoose(person)
                }}
              >
                <span className="font-bold wrap-anywhere">{person.name}</span>
                <span className="text-sm text-ink-soft wrap-anywhere">
                  {joined([person.phone, person.email, knownText(person)], ' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-sm empty:hidden">
        {chosen
          ? knownText(chosen)
          : isSearching && found.isSuccess && !found.isPlaceholderData && people.length === 0
            ? 'No match. Fill in their details below.'
            : found.isError && isSearching && 'We couldn’t search. You can still fill in the form.'}
      </p>
    </div>
  )
}

/** `2 past classes, most recently Temple Garlands` */
function knownText({ courses, lastCourse }: KnownPerson): string {
  if (courses === 0) return 'No classes yet'
  const past = plural(courses, { one: '1 past class', other: `${courses} past classes` })
  return lastCourse ? `${past}, most recently ${lastCourse}` : past
}
