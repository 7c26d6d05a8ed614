import type { ComponentProps } from 'react'
import { type FieldProps, FormField } from './form-field.tsx'

export type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'className' | 'id' | 'required'>

/** Several lines; grows with its text where the browser can. */
export function TextArea({ label, hint, error, required, className, rows = 4, ...area }: TextAreaProps) {
  return (
    <FormField {...{ label, hint, error, required, className }}>
      {(wiring) => (
        <textarea {...area} {...wiring} rows={rows} className="control min-h-28 field-sizing-content" />
      )}
    </FormField>
  )
}
