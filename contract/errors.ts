import { errors } from './errors.en.ts'
import { type FactsOf, type Reason, refusals } from './refusals.ts'
import { withoutMail } from './without-mail.en.ts'

/** Each error code with its HTTP status. */
export const errorStatuses = {
  validation_failed: 400,
  bad_request: 400,
  payment_failed: 402,
  payment_pending: 402,
  unauthenticated: 401,
  invalid_credentials: 401,
  totp_required: 401,
  totp_invalid: 401,
  passkey_refused: 400,
  last_owner: 409,
  code_invalid: 400,
  code_expired: 400,
  second_factor_required: 403,
  confirmation_needed: 403,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  batch_full: 409,
  batch_changed: 409,
  out_of_stock: 409,
  price_changed: 409,
  slot_full: 409,
  slot_closed: 409,
  undeliverable: 409,
  coupon_invalid: 409,
  already_enrolled: 409,
  amount_differs: 409,
  limit_reached: 409,
  in_use: 409,
  idempotency_mismatch: 409,
  body_too_large: 413,
  image_too_large: 431,
  unsupported_image: 415,
  unsupported_media: 415,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
}

export type ErrorCode = keyof typeof errorStatuses

/** The body of every failure. `error` and `message` contain the same readable message. */
export interface ErrorBody {
  success: false
  error: string
  message: string
  code: ErrorCode
  fields?: Record<string, string>
  /** Facts that the page needs to continue, such as the new batch date. */
  details?: Record<string, unknown>
  requestId: string
}

interface RefusalOptions {
  reason?: Reason
  facts?: unknown
  /** The field next to which the reason is shown. */
  at?: string
  /** Validation messages, by field. */
  fields?: Record<string, string>
  details?: Record<string, unknown>
  retryAfterSeconds?: number
}

/**
 * An error for the caller: a code and, if the code says too little, a reason with facts. Domain code throws this error
 * and knows nothing about HTTP.
 */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly options: RefusalOptions

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(sentenceOf(code, options))
    this.name = 'DomainError'
    this.code = code
    this.options = options
  }
}

export function refusal<R extends Reason>(
  reason: R,
  ...[options]: [FactsOf<R>] extends [undefined]
    ? [options?: Omit<RefusalOptions, 'reason' | 'facts'>]
    : [options: Omit<RefusalOptions, 'reason' | 'facts'> & { facts: FactsOf<R> }]
): DomainError {
  return new DomainError(refusals[reason].code, { ...options, reason })
}

export function sentenceOf(code: ErrorCode, { reason, facts, fields = {} }: RefusalOptions = {}): string {
  if (reason === undefined) return Object.values(fields)[0] ?? errors[code]
  const { sentence } = refusals[reason]
  return typeof sentence === 'string' ? sentence : sentence(facts as never)
}

const unmailed: Partial<Record<Reason | ErrorCode, string | ((facts: never) => string)>> = withoutMail

/** The refusal at a school whose e-mails only wait: the same one, unless it leads to an e-mail. */
export function refusalWithoutMail(refused: DomainError): DomainError {
  const { code, options } = refused
  const sentence = unmailed[options.reason ?? code]
  if (sentence === undefined) return refused
  const own = new DomainError(code, options)
  own.message = typeof sentence === 'string' ? sentence : sentence(options.facts as never)
  return own
}

export function fieldSentencesOf(error: DomainError): Record<string, string> | undefined {
  const { at, reason, fields } = error.options
  if (at === undefined || reason === undefined) return fields
  return { [at]: error.message }
}
