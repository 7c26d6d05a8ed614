import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endpointUrl } from '../../contract/addresses.ts'
import { DomainError, type ErrorBody, refusal } from '../../contract/errors.ts'
import type { PageForm } from '../../contract/page.ts'
import { previewPath } from '../../contract/site-paths.ts'
import type { Config } from '../config.ts'
import { expensiveWork } from '../platform/expensive-work.ts'
import { errorBody, statusOf } from './errors.ts'
import type { InProcessCall } from './mount.ts'
import type { Previews } from './previews.ts'

/**
 * Pages to which a browser without scripts sends their forms. The pages of a preview send their forms below the
 * preview's path.
 */
const formPaths = ['/checkout', '/opening-soon', '/payment', '/waiting-list/:token', `${previewPath}*`]
/** Addresses that programs call too. Only a browser sends HTML in its `Accept` header. */
const sharedFormPaths = ['/unsubscribe/:token', '/reminder/:token']
const formBytesMax = 32 * 1024

type Answer = (request: FastifyRequest, reply: FastifyReply, form: PageForm) => Promise<FastifyReply>

export async function mountPageForms(
  app: FastifyInstance,
  { config, previews }: { config: Pick<Config, 'siteUrl'>; previews: Pick<Previews, 'refuseWrite'> },
  answer: Answer,
) {
  app.addConstraintStrategy(wantingPages)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytesMax },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    )
    scope.addHook('onRequest', async (request) => {
      if (!isOwnForm(request.headers, config.siteUrl)) throw refusal('form-of-another-site')
      await previews.refuseWrite(request, false)
    })
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      const send = senderOf(app, request)
      return answer(request, reply, {
        fields: fieldsOf(request),
        // Rendering gives up its place during the call. Otherwise other pages would wait for an order that itself waits
        // for a locked row.
        send: (...call) => expensiveWork.pause(() => send(...call)),
      })
    }
    for (const path of formPaths) scope.post(path, handler)
    for (const path of sharedFormPaths) scope.post(path, { constraints: { wants: 'page' } }, handler)
  })
}

const wantingPages: Parameters<FastifyInstance['addConstraintStrategy']>[0] = {
  name: 'wants',
  storage() {
    const handlers = new Map<unknown, unknown>()
    return {
      get: (wanted) => (handlers.get(wanted) ?? null) as never,
      set: (wanted, handler) => void handlers.set(wanted, handler),
    }
  },
  deriveConstraint: ({ headers }) => (headers.accept?.includes('text/html') ? 'page' : undefined),
  mustMatchWhenDerived: false,
}

/**
 * Makes a page's calls count towards the visitor's limits, so that nobody can guess secrets faster through pages than
 * through the API.
 */
export function callerOf(app: FastifyInstance, request: FastifyRequest): InProcessCall {
  const send = senderOf(app, request)
  return async (key, input) => {
    const sent = await send(key, input ?? ({} as never))
    if (sent.refusal !== null) throw new DomainError(sent.refusal.code)
    return sent.answer
  }
}

/** True for a form of a page on this site. Old browsers send only `origin`, and programs send neither header. */
function isOwnForm({ 'sec-fetch-site': site, origin, host }: FastifyRequest['headers'], siteUrl: string) {
  // `none` is sent for a page that the visitor reloaded.
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (origin === undefined || origin === new URL(siteUrl).origin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

/**
 * Merges the fields of the address and of the body. If several fields have the same name, the last one counts.
 * `URLSearchParams.set` would take too long for thousands of fields.
 */
export function fieldsOf({ url, body }: { url: string; body?: unknown }): URLSearchParams {
  const at = url.indexOf('?')
  const asked = new URLSearchParams(at < 0 ? '' : url.slice(at))
  return new URLSearchParams([...new Map([...asked, ...((body as URLSearchParams | undefined) ?? [])])])
}

/** Makes a form's calls through the whole server, so that they pass the same limits and checks as a browser's calls. */
function senderOf(app: FastifyInstance, request: FastifyRequest): PageForm['send'] {
  const { 'user-agent': userAgent, 'x-forwarded-for': forwardedFor } = request.headers
  return async (key, input, idempotencyKey) => {
    const [method, path] = key.split(' ') as ['POST', string]
    const sent = await app
      .inject({
        method,
        url: endpointUrl(path, input),
        ...(input.body === undefined ? {} : { payload: input.body as object }),
        remoteAddress: request.socket.remoteAddress ?? '',
        headers: {
          ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
          ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
      })
      // A stopping server accepts no more calls.
      .catch(() => null)
    if (sent === null) {
      const unavailable = new DomainError('unavailable')
      return { answer: null, refusal: errorBody(unavailable, request.id), status: statusOf(unavailable) }
    }
    const answer = sent.json()
    if (sent.statusCode < 300) return { answer, refusal: null }
    return { answer: null, refusal: answer as ErrorBody, status: sent.statusCode }
  }
}
