import { type FactsOf, type Reason, refusals } from './refusals.ts'

const refused = (status: number, sentence: string) => ({ status, sentence })

/** Each entry has the HTTP status, and the message for errors that have no message of their own. */
export const errorCatalogue = {
  validation_failed: refused(400, 'Please check the highlighted fields and try again.'),
  bad_request: refused(400, 'We could not read that request. Please reload the page and try again.'),
  payment_failed: refused(402, 'The payment did not go through. Please try again or contact the school.'),
  payment_pending: refused(
    402,
    'We are checking your payment. You will hear from us as soon as it is confirmed.',
  ),
  unauthenticated: refused(401, 'Please sign in to continue.'),
  invalid_credentials: refused(401, 'Invalid email or password.'),
  totp_required: refused(401, 'Please enter the code of your authenticator app.'),
  totp_invalid: refused(401, 'That code is not right. Please wait for the next one and try again.'),
  passkey_refused: refused(
    400,
    'This passkey could not be checked. Please try again, or sign in with your password.',
  ),
  last_owner: refused(409, 'This is the last owner. Please make somebody else an owner first.'),
  code_invalid: refused(400, 'That code is not right. Please check it and try again.'),
  code_expired: refused(400, 'This code is not valid any more. Please ask for a new one.'),
  second_factor_required: refused(
    403,
    'Owners sign in with a second factor here. Please set yours up first.',
  ),
  confirmation_needed: refused(403, 'This takes your password again. Nothing was changed yet.'),
  forbidden: refused(403, 'You need admin privileges to do this.'),
  not_found: refused(404, 'We could not find what you were looking for.'),
  conflict: refused(409, 'Someone changed this in the meantime. Please reload and try again.'),
  batch_full: refused(409, 'The last seat in this batch has just been taken. Please join the waiting list.'),
  batch_changed: refused(
    409,
    'The date of the next batch has changed. Please check the new date and try again.',
  ),
  out_of_stock: refused(409, 'There are not enough of these left. Please choose fewer.'),
  price_changed: refused(
    409,
    'The price has changed meanwhile. Please look at the new total and order again.',
  ),
  slot_full: refused(409, 'This time has just been filled. Please choose another one.'),
  slot_closed: refused(409, 'Orders for this time are closed. Please choose another one.'),
  undeliverable: refused(409, 'We cannot bring this there. Please choose another place or time.'),
  coupon_invalid: refused(409, 'This code cannot be used with this order.'),
  already_enrolled: refused(409, 'There is already an enrolment with these details.'),
  amount_differs: refused(409, 'Another sum came than is due. Please check it.'),
  limit_reached: refused(409, 'The limit has been reached.'),
  in_use: refused(409, 'This is still in use and cannot be deleted.'),
  idempotency_mismatch: refused(
    409,
    'This request was already sent with other details. Please reload the page and try again.',
  ),
  body_too_large: refused(413, 'That is more than we can take in one go. Please shorten it.'),
  image_too_large: refused(431, 'That picture is too large. Please choose a smaller one.'),
  unsupported_image: refused(
    415,
    'That file is not a picture we can use. Please choose a JPEG, PNG, WebP, AVIF or GIF file.',
  ),
  unsupported_media: refused(415, 'Please send JSON.'),
  rate_limited: refused(429, 'Too many attempts. Please wait a little and try again.'),
  unavailable: refused(503, 'The service is busy just now. Please try again in a moment.'),
  internal: refused(500, 'Something went wrong on our side. Please try again.'),
}

export type ErrorCode = keyof typeof errorCatalogue

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
 * An error for the caller: a code and, if the code says too little, a reason with facts. Domain code throws it and
 * knows nothing about HTTP.
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

export function sentenceOf(code: ErrorCode, { reason, facts, fields = {} }: RefusalOptions): string {
  if (reason === undefined) return Object.values(fields)[0] ?? errorCatalogue[code].sentence
  const { sentence } = refusals[reason]
  return typeof sentence === 'string' ? sentence : sentence(facts as never)
}

export function fieldSentencesOf(error: DomainError): Record<string, string> | undefined {
  const { at, reason, fields } = error.options
  if (at === undefined || reason === undefined) return fields
  return { [at]: error.message }
}
