import { endpointUrl, pageHeader } from '../../contract/addresses.ts'
import type { EndpointInput, EndpointResponse } from '../../contract/endpoint.ts'
import type { ErrorBody, ErrorCode } from '../../contract/errors.ts'
import type { Api, ApiKey } from '../../contract/index.ts'
import { cartProofHeader, cartTokenHeader } from '../../contract/store/cart-facts.ts'
import { loadShapes } from './answer-shapes.ts'
import { cartMark } from './cart-mark.ts'
import { anyAnswer, fits } from './fits.ts'
import { newId } from './new-id.ts'
import { session } from './session.ts'

const timeoutMs = 20_000

/**
 * A failed call. `status` is 0 if no response came, and 200 or 201 if the response was unusable.
 * `message` is shown to people. It is empty unless the response has a code: every refusal of our server has one, and
 * the text of any other failure is written for nobody (decision 0087).
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | null
  readonly fields: Record<string, string>
  readonly details: Record<string, unknown>
  readonly body: unknown

  constructor(status: number, body: unknown) {
    const failure = (typeof body === 'object' && body !== null ? body : {}) as Partial<ErrorBody>
    super(typeof failure.code === 'string' ? wordsOf(failure) : '')
    this.name = 'ApiError'
    this.status = status
    this.code = failure.code ?? null
    this.fields = failure.fields ?? {}
    this.details = failure.details ?? {}
    this.body = body
  }
}

/** Finds the text in the body of any failure, also of one that our server did not write. */
export function wordsOf(body: unknown): string {
  const { error, message } = (body ?? {}) as Partial<ErrorBody>
  return [error, message].find((words) => typeof words === 'string') ?? ''
}

let onSessionEnd: () => void = () => undefined

export function setSessionEndHandler(handler: () => void): void {
  onSessionEnd = handler
}

/**
 * Asks for the password again. True if the user gave the password. The back office sets a function that opens a dialog.
 */
let confirmIdentity: (() => Promise<boolean>) | null = null

export function setConfirmation(ask: typeof confirmIdentity): void {
  confirmIdentity = ask
}

interface CallOptions {
  signal?: AbortSignal | undefined
  /** The key of the request. Each call gets a new key if this is missing. */
  idempotencyKey?: string
  /** Shows that a repeated call comes from the same browser, in case the answer with the cart's token was lost. */
  cartProof?: string
  /** True for a call that nobody asked for: a 401 then leaves the page, and the form on it, as they are. */
  keepsSession?: boolean
}

/**
 * Calls an endpoint: `api('POST /api/enrollments', { body })`. A 401 ends the session, except at sign-in. @throws
 * ApiError
 */
export const api = send as <K extends ApiKey>(
  key: K,
  ...call: Record<never, never> extends EndpointInput<Api[K]>
    ? [input?: EndpointInput<Api[K]>, options?: CallOptions]
    : [input: EndpointInput<Api[K]>, options?: CallOptions]
) => Promise<EndpointResponse<Api[K]>>

/** Calls an endpoint as `api` does, but without the contract's types. @throws ApiError */
export async function send(key: string, input: unknown, options?: CallOptions): Promise<unknown> {
  return (await exchange(key, input, options)).body
}

/** Also returns `link`, the header of lists that are split into pages. @throws ApiError */
export async function exchange(
  key: string,
  input: unknown,
  options: CallOptions = {},
): Promise<{ body: unknown; link: string | null }> {
  const [method = 'GET', path = ''] = key.split(' ')
  const parts = (input ?? {}) as { params?: unknown; query?: unknown; body?: unknown }
  const token = session.token()
  const headers: Record<string, string> = { [pageHeader]: location.pathname }
  // oxlint-disable-next-line malar/text-in-catalogue -- a value of the API
  if (token !== null) headers.authorization = `Bearer ${token}`
  const cartToken = cartMark.token()
  if (cartToken !== null) headers[cartTokenHeader] = cartToken
  else if (options.cartProof !== undefined) headers[cartProofHeader] = options.cartProof
  if (parts.body !== undefined) headers['content-type'] = 'application/json'
  if (method !== 'GET') headers['idempotency-key'] = options.idempotencyKey ?? newId()
  const timeout = AbortSignal.timeout(timeoutMs)
  const shapes = knownShapes(timeout)
  let response: Response
  let body: unknown
  try {
    response = await fetch(endpointUrl(path, parts), {
      method,
      headers,
      credentials: 'include',
      signal: options.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
      body: JSON.stringify(parts.body),
    })
    body = readBody(await response.text())
  } catch (error) {
    throw options.signal?.aborted ? error : new ApiError(0, null)
  }
  const { ok, status } = response
  if (ok && fits(body, (await shapes)[key] ?? anyAnswer)) return { body, link: response.headers.get('link') }
  if (status === 401 && token !== null && !options.keepsSession && path !== '/api/auth/signin')
    endSession(token)
  const error = new ApiError(status, ok ? null : body)
  if (error.code === 'confirmation_needed' && (await confirmIdentity?.()))
    return exchange(key, input, options)
  throw error
}

let loading: ReturnType<typeof loadShapes> | undefined

function knownShapes(signal: AbortSignal) {
  loading ??= loadShapes(signal).catch(() => {
    loading = undefined
    return {}
  })
  return loading
}

/** Parses JSON, or takes plain text as it is; null for HTML and for broken JSON. */
function readBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return /^\s*[<{["]/.test(text) ? null : text
  }
}

/**
 * Several calls may fail at once. The first failure ends the session. The later failures find another token or no
 * token, and change nothing.
 */
function endSession(token: string): void {
  if (session.token() !== token) return
  session.end()
  onSessionEnd()
}
