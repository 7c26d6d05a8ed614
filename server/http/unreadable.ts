import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { DomainError } from '../../contract/errors.ts'
import { errorBody } from './errors.ts'
import { apiPolicy, securityHeaders } from './security-headers.ts'

/** Takes percent signs that encode nothing literally, like browsers, so that the route answers `not_found`. */
export function readableUrl(url: string): string {
  if (!url.includes('%')) return url
  try {
    decodeURIComponent(url)
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}

/** Time for the refusal to arrive: closing at once discards unread bytes. */
const lingerMs = 500

/** Refuses bytes that are no HTTP request, or come too slowly, in the form of all refusals. Closes the connection. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const status = statusOf(error.code)
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

function statusOf(code: string | undefined): 400 | 408 | 431 {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
}
