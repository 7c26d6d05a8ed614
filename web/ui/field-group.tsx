import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { describedBy, FieldError, type FieldProps, RequiredMark } from './form-field.tsx'

export function FieldGroup({
  id,
  label,
  error,
  required,
  className = 'gap-1',
  children,
}: Omit<FieldProps, 'hint'> & { id: string; children: ReactNode }) {
  return (
    <fieldset
      className={cx('flex min-w-0 flex-col', className)}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(id, null, error)}
    >
      <legend className="mb-1 font-bold">
        {label}
        {required && <RequiredMark />}
      </legend>
      {children}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
