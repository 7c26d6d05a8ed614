import type { ComponentProps } from 'react'
import { type FieldProps, FormField } from './form-field.tsx'

export type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'className' | 'id' | 'required'>

/** The text area grows with its text if the browser supports that. */
export function TextArea({ rows = 4, ...field }: TextAreaProps) {
  return (
    <FormField {...field}>
      {(area) => <textarea {...area} rows={rows} className="control min-h-28 field-sizing-content" />}
    </FormField>
  )
}
