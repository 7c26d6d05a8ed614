import { TextField, type TextFieldProps } from './text-field.tsx'

/** A day as `YYYY-MM-DD`, picked with the browser's own calendar; `min` and `max` likewise. */
export function DateField(props: Omit<TextFieldProps, 'type' | 'prefix'>) {
  return <TextField {...props} type="date" />
}
