import type { ComponentProps, ReactNode } from 'react'
import { ButtonLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { ArrivalHeading } from '../../../ui/heading.tsx'
import { ErrorNote } from '../../../ui/note.tsx'
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx'
import * as text from './account-form.en.tsx'

export function AccountForm({
  note,
  className = 'mt-5',
  children,
  ...form
}: ComponentProps<'form'> & { 'aria-label': string; note: string | null }) {
  return (
    <form noValidate method="dialog" className={cx('flex flex-col gap-5', className)} {...form}>
      {note !== null && <ErrorNote title={note}>{text.nothingLost}</ErrorNote>}
      {children}
    </form>
  )
}

export function WrittenTo({
  email,
  children = text.enterCode,
  className = 'mt-2',
  ...paragraph
}: ComponentProps<'p'> & { email: string }) {
  return (
    <p className={cx('text-ink-soft', className)} {...paragraph}>
      {text.emailSent({ email: <strong className="break-words text-ink">{email}</strong> })} {children}
    </p>
  )
}

export function ReadyToSignIn({ lead, children }: { lead: string; children: ReactNode }) {
  return (
    <div role="status">
      <ArrivalHeading>{children}</ArrivalHeading>
      <p className="mt-2 text-ink-soft">{lead}</p>
      <ButtonLink to="/signin" wide className="mt-8">
        {text.signInButton}
      </ButtonLink>
    </div>
  )
}

export function NameFields({
  field,
}: {
  field: (name: 'firstname' | 'lastname') => Partial<TextFieldProps>
}) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label={text.firstName} required autoComplete="given-name" {...field('firstname')} />
      <TextField label={text.lastName} autoComplete="family-name" {...field('lastname')} />
    </div>
  )
}

/** Tells a password manager which account the form's password belongs to. */
export function AccountName({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}

export interface AskedTicket {
  ticket: string
  /** Empty if the visitor followed the link in the e-mail: then the page knows only the ticket. */
  email: string
}
