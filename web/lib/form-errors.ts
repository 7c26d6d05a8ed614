import type { ApiError } from './api.ts'

/** The sentence for a note over the form; null if the fields show the errors. */
export function noteOf(error: ApiError | null): string | null {
  if (error === null || Object.keys(error.fields).length > 0) return null
  return error.message || 'We could not reach the school. Please check your connection and try again.'
}
