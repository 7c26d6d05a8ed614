import { type ReactNode, type Ref, useId } from 'react'
import { cx } from './class-names.ts'
import { describedBy, FieldError, FieldHint, type FieldProps, RequiredMark } from './form-field.tsx'

export type RadioCard = {
  value: string
  label: ReactNode
  detail?: ReactNode
  icon?: ReactNode
  isDisabled?: boolean
}

export type RadioCardsProps = FieldProps & {
  name?: string
  options: readonly RadioCard[]
  /** Controlled with `onChange`, or left to the form library with `inputProps`. */
  value?: string
  onChange?: (value: string) => void
  /** Spread on every radio: `inputProps={register('paymentMethod')}`. */
  inputProps?: {
    name: string
    ref: Ref<HTMLInputElement>
    onChange: (event: never) => unknown
    onBlur: (event: never) => unknown
  }
}

/** One of a few, each with room for a sentence. Arrow keys move, as in every radio group. */
export function RadioCards({
  label,
  hint,
  error,
  required,
  className,
  name,
  options,
  value,
  onChange,
  inputProps,
}: RadioCardsProps) {
  const id = useId()
  return (
    <fieldset
      aria-describedby={describedBy(id, hint, error)}
      aria-invalid={error ? true : undefined}
      className={cx('flex min-w-0 flex-col gap-1', className)}
    >
      <legend className="mb-1 font-bold">
        {label}
        {required && <RequiredMark />}
      </legend>
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-3">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-14 items-center gap-3 rounded-sm border border-line-strong bg-raised px-4 py-2.5 transition-colors hover:border-leaf-ink has-checked:border-leaf-ink has-checked:bg-leaf-tint has-checked:inset-ring has-checked:inset-ring-leaf-ink has-disabled:opacity-55"
          >
            <input
              type="radio"
              name={name ?? id}
              value={option.value}
              disabled={option.isDisabled}
              aria-describedby={error ? `${id}-error` : undefined}
              {...(inputProps ?? {
                checked: value === option.value,
                onChange: () => onChange?.(option.value),
              })}
              className="tick rounded-full"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-bold">{option.label}</span>
              {option.detail && <span className="block text-sm text-ink-soft">{option.detail}</span>}
            </span>
            {option.icon}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
