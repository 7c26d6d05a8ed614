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

/**
 * The ten digits of an Indian number, as they are typed or pasted. A leading +91, 91, 0091 or 0 stays until the tenth
 * digit has come, and is removed then: before that nobody could tell 91 98765 43210 from a number that begins with 91.
 */
export const toPhoneDigits = (typed: string): string => {
  const digits = typed.normalize('NFKC').replace(/\D/g, '')
  const before = /^(?:0091|091|91)?0?/.exec(digits)?.[0].length ?? 0
  return digits.length < before + 10 ? digits : digits.slice(before, before + 10)
}
