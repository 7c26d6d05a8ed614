import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError } from 'fastify'
import {
  DomainError,
  type ErrorBody,
  type ErrorCode,
  errorStatuses,
  fieldSentencesOf,
} from '../../contract/errors.ts'
import { dbFault } from '../db/errors.ts'
import { apiPolicy, securityHeaders } from './security-headers.ts'

const diskFaults = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'])
/** The `Retry-After` of every 503: writes succeed this soon after the database is back. */
export const retryAfterSeconds = 2

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
  const sentence = refusal.message
  const fields = fieldSentencesOf(refusal)
  const { details } = options
  return { success: false, error: sentence, message: sentence, code, fields, details, requestId }
}

export function statusOf(refusal: DomainError): number {
  return errorStatuses[refusal.code]
}

/** Browsers accept percent signs that encode nothing, so these are read literally and the route answers `not_found`. */
export function readableUrl(url: string): string {
  if (!url.includes('%')) return url
  try {
    decodeURIComponent(url)
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}

/**
 * The time for which a refused connection stays open. Closing it at once would discard the part of the answer that the
 * client has not read yet.
 */
const lingerMs = 500

export function refuseUnreadable(error: Error & { code?: string }, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const status = statusOfUnreadable(error.code)
  const body = JSON.stringify(errorBody(new DomainError('bad_request'), requestId))
  const headers = {
    ...securityHeaders,
    'content-security-policy': apiPolicy,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

function statusOfUnreadable(code: string | undefined): 400 | 408 | 431 {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
}
