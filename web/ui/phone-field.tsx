import { TextField, type TextFieldProps } from './text-field.tsx'

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
 * Removes a leading +91, 91, 0091 or 0 once the tenth digit is there, because a shorter text may be the beginning of a
 * number with these digits.
 */
export const toPhoneDigits = (typed: string): string => {
  const digits = typed.normalize('NFKC').replace(/\D/g, '')
  const before = /^(?:0091|091|91)?0?/.exec(digits)?.[0].length ?? 0
  return digits.length < before + 10 ? digits : digits.slice(before, before + 10)
}
