import { type FactsOf, type Reason, refusals } from './refusals.ts'

/**
 * Every way the server says no: the code, its HTTP status and the sentence a person reads when the
 * thrower has no better one. Sentences say what to do next.
 */
export const errorCatalogue = {
  validation_failed: { status: 400, sentence: 'Please check the highlighted fields and try again.' },
  bad_request: {
    status: 400,
    sentence: 'We could not read that request. Please reload the page and try again.',
  },
  payment_failed: {
    status: 402,
    sentence: 'The payment did not go through. Please try again or contact the school.',
  },
  payment_pending: {
    status: 402,
    sentence: 'We are checking your payment. You will hear from us as soon as it is confirmed.',
  },
  unauthenticated: { status: 401, sentence: 'Please sign in to continue.' },
  invalid_credentials: { status: 401, sentence: 'Invalid email or password.' },
  totp_required: { status: 401, sentence: 'Please enter the code of your authenticator app.' },
  totp_invalid: {
    status: 401,
    sentence: 'That code is not right. Please wait for the next one and try again.',
  },
  passkey_refused: {
    status: 400,
    sentence: 'This passkey could not be checked. Please try again, or sign in with your password.',
  },
  last_owner: {
    status: 409,
    sentence: 'This is the last owner. Please make somebody else an owner first.',
  },
  code_invalid: { status: 400, sentence: 'That code is not right. Please check it and try again.' },
  code_expired: { status: 400, sentence: 'This code is not valid any more. Please ask for a new one.' },
  second_factor_required: {
    status: 403,
    sentence: 'Owners sign in with a second factor here. Please set yours up first.',
  },
  forbidden: { status: 403, sentence: 'You need admin privileges to do this.' },
  not_found: { status: 404, sentence: 'We could not find what you were looking for.' },
  conflict: { status: 409, sentence: 'Someone changed this in the meantime. Please reload and try again.' },
  batch_full: {
    status: 409,
    sentence: 'The last seat in this batch has just been taken. Please join the waiting list.',
  },
  batch_changed: {
    status: 409,
    sentence: 'The date of the next batch has changed. Please check the new date and try again.',
  },
  out_of_stock: { status: 409, sentence: 'There are not enough of these left. Please choose fewer.' },
  already_enrolled: { status: 409, sentence: 'There is already an enrolment with these details.' },
  amount_differs: { status: 409, sentence: 'Another sum came than is due. Please check it.' },
  limit_reached: { status: 409, sentence: 'The limit has been reached.' },
  in_use: { status: 409, sentence: 'This is still in use and cannot be deleted.' },
  idempotency_mismatch: {
    status: 409,
    sentence: 'This request was already sent with other details. Please reload the page and try again.',
  },
  body_too_large: { status: 413, sentence: 'That is more than we can take in one go. Please shorten it.' },
  image_too_large: { status: 431, sentence: 'That picture is too large. Please choose a smaller one.' },
  unsupported_image: {
    status: 415,
    sentence: 'That file is not a picture we can use. Please choose a JPEG, PNG, WebP, AVIF or GIF file.',
  },
  unsupported_media: { status: 415, sentence: 'Please send JSON.' },
  rate_limited: { status: 429, sentence: 'Too many attempts. Please wait a little and try again.' },
  unavailable: { status: 503, sentence: 'The service is busy just now. Please try again in a moment.' },
  internal: { status: 500, sentence: 'Something went wrong on our side. Please try again.' },
} as const satisfies Record<string, { status: number; sentence: string }>

export type ErrorCode = keyof typeof errorCatalogue

/** Reading W1: the one body every failure has. `error` and `message` carry the same readable sentence. */
export interface ErrorBody {
  success: false
  error: string
  message: string
  code: ErrorCode
  /** Field name → its sentence. */
  fields?: Record<string, string>
  /** Facts the page needs to go on, e.g. the new batch date. */
  details?: Record<string, unknown>
  requestId: string
}

interface RefusalOptions {
  reason?: Reason
  /** What the reason's sentence is made of. */
  facts?: unknown
  /** The field beside which the reason is said. */
  at?: string
  /** Sentences of the contract's own rules, by their fields. */
  fields?: Record<string, string>
  /** Facts that the page needs to go on. */
  details?: Record<string, unknown>
  /** When it is worth trying again. */
  retryAfterSeconds?: number
}

/**
 * A refusal: a code, and where it says too little a reason with its facts. Domain code throws it and knows no HTTP; one
 * writer turns it into an `ErrorBody`. Its message is for logs.
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

/** The refusal of a reason: `throw refusal('favourites-full', { facts: { max } })`. */
export function refusal<R extends Reason>(
  reason: R,
  ...[options]: [FactsOf<R>] extends [undefined]
    ? [options?: Omit<RefusalOptions, 'reason' | 'facts'>]
    : [options: Omit<RefusalOptions, 'reason' | 'facts'> & { facts: FactsOf<R> }]
): DomainError {
  return new DomainError(refusals[reason].code, { ...options, reason })
}

/** What people read: the reason's sentence, that of the first refused field, or the code's. */
export function sentenceOf(code: ErrorCode, { reason, facts, fields = {} }: RefusalOptions): string {
  if (reason === undefined) return Object.values(fields)[0] ?? errorCatalogue[code].sentence
  const { sentence } = refusals[reason]
  return typeof sentence === 'string' ? sentence : sentence(facts as never)
}

/** What stands beside the fields, if anything does. */
export function fieldSentencesOf(error: DomainError): Record<string, string> | undefined {
  const { at, reason, fields } = error.options
  if (at === undefined || reason === undefined) return fields
  return { [at]: error.message }
}
