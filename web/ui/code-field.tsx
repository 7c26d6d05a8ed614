import { TextField, type TextFieldProps } from './text-field.tsx'

/**
 * A field for a code of six digits. A phone offers to fill in a code that has just arrived. `isAlsoWords` allows a
 * recovery code.
 */
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
