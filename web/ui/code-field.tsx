import { TextField, type TextFieldProps } from './text-field.tsx'

/** Six digits of a code; phones offer the one that has just arrived. */
export function CodeField(props: Omit<TextFieldProps, 'type' | 'inputMode' | 'autoComplete'>) {
  return (
    <TextField
      spellCheck={false}
      maxLength={12}
      {...props}
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
    />
  )
}
