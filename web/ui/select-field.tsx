import type { ComponentProps } from 'react'
import { type FieldProps, FormField } from './form-field.tsx'

export type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, 'className' | 'id' | 'required' | 'children'> & {
    options: readonly (string | { value: string; label: string })[]
    placeholder?: string
  }

export function SelectField({ options, placeholder, ...field }: SelectFieldProps) {
  return (
    <FormField {...field}>
      {(select) => (
        <span className="relative block">
          {/* A long option wraps to a second line, so that a date or a price is not cut off. */}
          <select {...select} className="control appearance-none pr-11 whitespace-normal">
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => {
              const { value, label } = typeof option === 'string' ? { value: option, label: option } : option
              return (
                <option key={value} value={value}>
                  {label}
                </option>
              )
            })}
          </select>
          <svg
            aria-hidden="true"
            viewBox="0 0 20 20"
            className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 fill-none stroke-current stroke-[1.75]"
          >
            <path d="m5 8 5 5 5-5" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
        </span>
      )}
    </FormField>
  )
}
