import { toPhoneDigits } from './phone-digits.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** A ten-digit Indian mobile number, also if it is typed or filled in with +91 or 0 before it. */
export function PhoneField({ onChange, ...rest }: Omit<TextFieldProps, 'type' | 'prefix' | 'maxLength'>) {
  return (
    <TextField
      inputMode="numeric"
      autoComplete="tel"
      {...rest}
      type="tel"
      prefix="+91"
      onChange={(event) => {
        event.target.value = toPhoneDigits(event.target.value)
        return onChange?.(event)
      }}
    />
  )
}
