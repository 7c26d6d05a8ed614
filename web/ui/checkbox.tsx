import { type ComponentProps, type ReactNode, useId } from 'react'
import { describedBy, FieldError, FieldHint } from './form-field.tsx'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  className?: string
}

/** A box to tick; the whole line is the target. */
export function Checkbox({ label, hint, error, className, id, ...input }: CheckboxProps) {
  const made = useId()
  const own = id ?? made
  return (
    <div className={className}>
      <label htmlFor={own} className="flex min-h-11 items-center gap-3">
        <input
          {...input}
          id={own}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(own, hint, error)}
          className="tick"
        />
        <span>{label}</span>
      </label>
      {hint && <FieldHint id={`${own}-hint`}>{hint}</FieldHint>}
      <FieldError id={`${own}-error`}>{error}</FieldError>
    </div>
  )
}
