import { authSecret } from '../../server/platform/secret.ts'
import { createSignedLinks } from '../../server/platform/signed-links.ts'
import type { CallOptions, TestApp } from './app.ts'
import { newestLetterTo } from './letters.ts'
import { bookingBody, enrolmentBody, holdBody, phoneOf } from './seats.ts'
import { orderBody } from './store.ts'

/** The rate limits of a real school, whose server reads the network of a caller from the header of its proxy. */
export const behindAProxy = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' }

export interface Stranger {
  email: string
  phone: string
  network: string
}

let known = 0

/** A visitor whom the school does not know, by default in a network of their own. */
export function aStranger(network?: string): Stranger {
  const n = ++known
  const email = `stranger-${n}@mail.example`
  return { email, phone: phoneOf(email), network: network ?? `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` }
}

/** Several unknown visitors. Each visitor is in a network of their own, or all visitors are in `network`. */
export const strangers = (count: number, network?: string) =>
  Array.from({ length: count }, () => aStranger(network))

/** A network that no other visitor uses. */
export const aNetwork = () => aStranger().network

/** The calls of an unknown visitor, from their network. */
export function callsOf(app: TestApp) {
  const call =
    (path: string, bodyOf: (changes: Record<string, unknown>) => object) =>
    ({ network, ...person }: Stranger, changes: object = {}, { at = app, headers, ...more }: Via = {}) =>
      at.http('POST', path, {
        body: bodyOf({ ...person, ...changes }),
        headers: { 'x-forwarded-for': network, ...headers },
        ...more,
      })
  const secret = authSecret(app.deps.config)
  const links = createSignedLinks(secret)
  return {
    enrol: (who: Stranger, courseId: string, changes: object = {}, via?: Via) =>
      call('/api/enrollments', (all) => enrolmentBody(courseId, all))(who, changes, via),
    hold: (who: Stranger, courseId: string, changes: object = {}, via?: Via) =>
      call('/api/seat-holds', (all) => holdBody(courseId, all))(who, changes, via),
    book: (who: Stranger, courseId: string, changes: object = {}, via?: Via) =>
      call('/api/events_enrollments', (all) => bookingBody(courseId, all))(who, changes, via),
    order: call('/api/orders', orderBody),
    addOthers: ({ network }: Stranger, id: string, count: number) =>
      app.http('POST', `/api/enrollments/${id}/others`, {
        body: { others: Array.from({ length: count }, () => ({})) },
        headers: { 'x-forwarded-for': network },
      }),
    /** Opens the link in an e-mail, by default from another network, since people read their e-mail anywhere. */
    press: (
      token: string,
      { at = app, network = aNetwork(), ...more }: { at?: TestApp; network?: string; completes?: true } = {},
    ) =>
      at.http('POST', '/api/proofs', {
        body: { token, ...more },
        headers: { 'x-forwarded-for': network },
      }),
    /** The token of the link in the e-mail about a seat or an order that is held. */
    seatToken: (id: string) => links.sign('seat-proof', id),
    orderToken: (id: string) => links.sign('order-proof', id),
    /** The token of the link in the newest e-mail, for a seat that is held or only requested. */
    tokenFor: async ({ email }: Pick<Stranger, 'email'>): Promise<string> => {
      const { text } = await newestLetterTo(app, email)
      const [, token] = /#proof=(\S+)/.exec(text) ?? []
      if (token === undefined) throw new Error(`no link in the letter to ${email}:\n${text}`)
      return token
    },
  }
}

type Via = { at?: TestApp } & Pick<CallOptions, 'token' | 'headers'>

/**
 * Names the outcome of a request: `held`, `asked` (the request waits until the link in the e-mail is opened), or the
 * code of the refusal.
 */
export function outcomeOf({ status, body }: { status: number; body: any }): string {
  if (status !== 201) return String(body?.code ?? status)
  return body.data.confirmFirst === true || body.data.state === 'asked' ? 'asked' : 'held'
}

/** Counts how many answers have each outcome. */
export function outcomes(answers: readonly { status: number; body: any }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const outcome of answers.map(outcomeOf)) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
