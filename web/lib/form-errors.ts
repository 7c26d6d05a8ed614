import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import type { ApiError } from './api.ts'

/** Shows the server's sentences at their fields, and focuses the first. */
export function showFieldErrors<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  { fields }: ApiError,
): void {
  for (const [index, [name, message]] of Object.entries(fields).entries()) {
    setError(name as Path<Values>, { message }, { shouldFocus: index === 0 })
  }
}

/** The sentence for a note over the form; null where the fields say it. */
export function noteOf(error: ApiError | null): string | null {
  if (error === null || Object.keys(error.fields).length > 0) return null
  return error.message || 'We could not reach the school. Please check your connection and try again.'
}
