import { type ComponentProps, useId } from 'react'
import { FieldError, type FieldProps, RequiredMark } from './form-field.tsx'

export type RadioCardsProps = Pick<FieldProps, 'label' | 'error' | 'required'> &
  Omit<ComponentProps<'input'>, 'type' | 'value' | 'className' | 'required'> & {
    options: readonly { value: string; label: string; detail: string }[]
    initial?: string
  }

export function RadioCards({ label, error, required, options, initial, ...radio }: RadioCardsProps) {
  const id = useId()
  return (
    <fieldset
      aria-describedby={error ? `${id}-error` : undefined}
      aria-invalid={error ? true : undefined}
      className="flex min-w-0 flex-col gap-1"
    >
      <legend className="mb-1 font-bold">
        {label}
        {required && <RequiredMark />}
      </legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-3">
        {options.map((option) => (
          <label key={option.value} className="choice flex min-h-14 items-center gap-3 px-4 py-2.5">
            <input
              {...radio}
              type="radio"
              value={option.value}
              defaultChecked={option.value === initial || undefined}
              aria-describedby={error ? `${id}-error` : undefined}
              className="tick rounded-full"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-bold">{option.label}</span>
              <span className="block text-sm text-ink-soft">{option.detail}</span>
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
