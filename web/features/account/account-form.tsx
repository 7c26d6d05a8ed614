import type { FormEvent, ReactNode } from 'react'
import type { ApiError } from '../../lib/api.ts'
import { cx } from '../../ui/class-names.ts'
import { RefusalNote } from './account-fields.tsx'

/** A form around an account: why it was refused, then its fields. `form` is of `useSentForm`. */
export function AccountForm({
  form: { refusal, onSubmit },
  className,
  children,
}: {
  form: { refusal: ApiError | null; onSubmit: (event: FormEvent) => void }
  className: string
  children: ReactNode
}) {
  return (
    <form noValidate method="dialog" className={cx('flex flex-col gap-5', className)} onSubmit={onSubmit}>
      <RefusalNote error={refusal} />
      {children}
    </form>
  )
}

/** Tells a password manager whose password stands in the form. */
export function PasswordOf({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
