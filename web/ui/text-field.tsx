import type { ComponentProps, ReactNode } from 'react'
import { type FieldProps, FormField } from './form-field.tsx'

export type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | 'required' | 'prefix'> & {
    /** It stands before the input (`₹`, `+91`), and is not read to screen readers. */
    prefix?: ReactNode
  }

export function TextField({ prefix, ...field }: TextFieldProps) {
  return (
    <FormField {...field}>
      {(input) =>
        prefix ? (
          <span className="relative flex">
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 left-0 flex w-12 items-center justify-center text-ink-soft"
            >
              {prefix}
            </span>
            <input {...input} className="control pl-12" />
          </span>
        ) : (
          <input {...input} className="control" />
        )
      }
    </FormField>
  )
}

/** Money takes `prefix="₹" step={0.01}`. The mouse wheel does not change the number. */
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

/** A code of six digits; phones offer one that has just arrived. `isAlsoWords` allows a recovery code. */
export function CodeField({
  isAlsoWords = false,
  ...props
}: Omit<TextFieldProps, 'type' | 'inputMode' | 'autoComplete'> & { isAlsoWords?: boolean }) {
  return (
    <TextField
      spellCheck={false}
      autoCapitalize="none"
      maxLength={isAlsoWords ? 40 : 12}
      {...props}
      type="text"
      inputMode={isAlsoWords ? 'text' : 'numeric'}
      autoComplete="one-time-code"
    />
  )
}
