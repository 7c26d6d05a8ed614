import { type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  /** Shows a mark at the label, and has no other effect. The form itself checks the field. */
  required?: boolean
  className?: string
}

/**
 * `children` renders the input. The input receives the attributes given here, and the attributes for label, hint and
 * error.
 */
export function FormField<Attributes extends { id?: string | undefined }>({
  label,
  hint,
  error,
  required,
  className,
  children,
  ...attributes
}: FieldProps & Attributes & { children: (attributes: Attributes) => ReactNode }) {
  const made = useId()
  const own = attributes.id ?? made
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label id={`${own}-label`} htmlFor={own} className="font-bold">
        {label}
        {required && <RequiredMark />}
      </label>
      {hint && <FieldHint id={`${own}-hint`}>{hint}</FieldHint>}
      {children({
        ...attributes,
        id: own,
        'aria-describedby': describedBy(own, hint, error),
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      } as unknown as Attributes)}
      <FieldError id={`${own}-error`}>{error}</FieldError>
    </div>
  )
}

export const describedBy = (id: string, hint: ReactNode, error: ReactNode): string | undefined =>
  [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined

export const RequiredMark = () => (
  <span aria-hidden="true" className="ml-1 text-rose-ink">
    *
  </span>
)

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="text-sm text-ink-soft">
      {children}
    </p>
  )
}

export function FieldError({ id, children }: { id: string; children?: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} className="flex gap-2 text-sm font-bold text-rose-ink">
      <svg aria-hidden="true" viewBox="0 0 16 16" className="mt-1 size-4 shrink-0">
        <circle cx="8" cy="8" r="8" fill="currentColor" />
        <path d="M8 4v4.6M8 11.6v.01" className="stroke-raised" strokeWidth="2" strokeLinecap="round" />
      </svg>
      {children}
    </p>
  )
}
