import { TextField, type TextFieldProps } from './text-field.tsx'

/** A sum of money takes `prefix="₹" step={0.01}`. The mouse wheel does not change the number. */
export function NumberField({ min = 0, step = 1, ...rest }: Omit<TextFieldProps, 'type'>) {
  return (
    <TextField
      {...rest}
      type="number"
      inputMode={Number(step) % 1 === 0 ? 'numeric' : 'decimal'}
      min={min}
      step={step}
      onWheel={(event) => event.currentTarget.blur()}
    />
  )
}
