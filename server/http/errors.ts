import type { FastifyError } from 'fastify'
import {
  DomainError,
  type ErrorBody,
  type ErrorCode,
  errorCatalogue,
  fieldSentencesOf,
  sentenceOf,
} from '../../contract/errors.ts'
import { dbFault } from '../db/errors.ts'

/** The disk is full, read-only or failing, or no more files can be opened. */
const diskFaults = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'])
/** Seconds in the `Retry-After` of every 503: writes work again that soon after the database is back. */
export const retryAfterSeconds = 2

/** Turns any thrown value into a refusal; an unforeseen one becomes `internal`. */
export function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  const code = codeOfLibraryError(error as Partial<FastifyError>)
  if (code !== null) return new DomainError(code)
  const fault = dbFault(error)?.fault
  if (fault === 'busy' || fault === 'disk' || diskFaults.has((error as NodeJS.ErrnoException)?.code ?? '')) {
    return new DomainError('unavailable')
  }
  return new DomainError('internal')
}

function codeOfLibraryError(error: Partial<FastifyError>): ErrorCode | null {
  if (error?.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'body_too_large'
  if (error?.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'unsupported_media'
  if (error?.statusCode === 429) return 'rate_limited'
  if (typeof error?.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500) {
    return 'bad_request'
  }
  return null
}

export function errorBody(refusal: DomainError, requestId: string): ErrorBody {
  const { code, options } = refusal
  const sentence = sentenceOf(code, options)
  const fields = fieldSentencesOf(refusal)
  return {
    success: false,
    error: sentence,
    message: sentence,
    code,
    ...(fields ? { fields } : {}),
    ...(options.details ? { details: options.details } : {}),
    requestId,
  }
}

export function statusOf(refusal: DomainError): number {
  return errorCatalogue[refusal.code].status
}
