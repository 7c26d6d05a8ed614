import type { ComponentProps, ReactNode } from 'react'
import { type FieldProps, FormField } from './form-field.tsx'

export type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | 'required' | 'prefix'> & {
    /** Shown before the input (`₹`, `+91`), and not read out by screen readers. */
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
