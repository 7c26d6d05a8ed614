import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, isFresh, type KeptBody } from './answer-cache.ts'

/** Sends what is kept, or 304 to who has it already. Whoever keeps a copy asks again each time. */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: KeptBody,
  { type, variesByCaller = false }: { type: string; variesByCaller?: boolean },
): FastifyReply {
  reply.header('etag', kept.etag)
  reply.header('cache-control', variesByCaller ? 'private, no-cache' : 'no-cache')
  reply.header('vary', variesByCaller ? 'accept-encoding, authorization' : 'accept-encoding')
  if (isFresh(kept.etag, request.headers['if-none-match'])) return reply.code(304).send()
  const { encoding, bytes } = chooseEncoding(kept, request.headers['accept-encoding'])
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply.type(type).send(bytes)
}
