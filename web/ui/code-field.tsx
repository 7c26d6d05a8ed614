import { TextField, type TextFieldProps } from './text-field.tsx'

/** Six digits of a code; phones offer the one that has just arrived. `isAlsoWords`: a recovery code fits too. */
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
