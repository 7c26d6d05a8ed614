import type { ReactNode } from 'react'
import type { ApiError } from '../../lib/api.ts'
import { noteOf } from '../../lib/form-errors.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ArrivalHeading } from '../../ui/heading.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx'

type FieldOf<Name extends string> = (name: Name) => Partial<TextFieldProps>

export function RefusalNote({ error }: { error: ApiError | null }) {
  const note = noteOf(error)
  if (note === null) return null
  return (
    <Note tone="error" role="alert" title={note}>
      Nothing you typed is lost.
    </Note>
  )
}

/** The last view of a form after which one signs in anew. */
export function ReadyToSignIn({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div role="status">
      <ArrivalHeading>{title}</ArrivalHeading>
      <p className="mt-2 text-ink-soft">{children}</p>
      <ButtonLink to="/signin" wide className="mt-8">
        Sign In
      </ButtonLink>
    </div>
  )
}

export function NameFields({ field }: { field: FieldOf<'firstname' | 'lastname'> }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="First name" required autoComplete="given-name" {...field('firstname')} />
      <TextField label="Last name" autoComplete="family-name" {...field('lastname')} />
    </div>
  )
}
