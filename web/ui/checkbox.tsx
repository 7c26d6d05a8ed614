import { type ComponentProps, type ReactNode, useId } from 'react'
import { describedBy, FieldError, FieldHint } from './form-field.tsx'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'id' | 'className'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  className?: string
}

export function Checkbox({ label, hint, error, className, ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          className="tick"
        />
        <span>{label}</span>
      </label>
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
