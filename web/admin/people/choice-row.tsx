import { type ComponentProps, useId } from 'react'
import { FieldError, type FieldProps, RequiredMark } from '../../ui/form-field.tsx'

/** One of a few short words, by one press. */
export function ChoiceRow({
  label,
  error,
  required,
  options,
  ...radio
}: Pick<FieldProps, 'label' | 'error' | 'required'> &
  Omit<ComponentProps<'input'>, 'type' | 'value' | 'className' | 'required'> & {
    options: readonly { value: string; label: string }[]
  }) {
  const id = useId()
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-1"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="mb-1 font-bold">
        {label}
        {required && <RequiredMark />}
      </legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label }) => (
          <label key={value} className="choice flex min-h-11 items-center gap-2 px-3">
            <input {...radio} type="radio" value={value} className="tick rounded-full" />
            {label}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
