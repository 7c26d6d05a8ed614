import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotliAsync = promisify(brotliCompress)
/** Brotli's window has 256 kB, which is enough for a page. The default window takes 4 MB per body. */
const brotli = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 }

export interface KeptBody {
  etag: string
  identity: Buffer
  br: Buffer
  /** Computed on demand, because few clients need it: browsers accept Brotli. */
  readonly gzip: Buffer
  bytes: number
}

/** Brotli runs outside the event loop's thread. Small bodies stay uncompressed. */
export async function keepBody(content: string | Buffer): Promise<KeptBody> {
  const identity = typeof content === 'string' ? Buffer.from(content) : content
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  if (identity.length < 500) return { etag, identity, gzip: identity, br: identity, bytes: identity.length }
  const br = await brotliAsync(identity, {
    params: { ...brotli, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
  })
  let gzip: Buffer | null = null
  return {
    etag,
    identity,
    br,
    bytes: identity.length + br.length + Math.min(identity.length, 2 * br.length + 1_000),
    get gzip() {
      gzip ??= gzipSync(identity)
      return gzip
    },
  }
}

/** Chooses the encoding that the browser prefers (RFC 9110, 12.5.3), or plain text if it accepts none. */
export function chooseEncoding(body: KeptBody, acceptEncoding: string | undefined) {
  const encoding = body.br === body.identity ? null : preferredEncoding(acceptEncoding ?? '')
  return { encoding, bytes: body[encoding ?? 'identity'] }
}

function preferredEncoding(acceptEncoding: string): 'br' | 'gzip' | null {
  // Browsers send no weights, so this skips the parsing of weights, which takes longer.
  if (!/[;*]/.test(acceptEncoding)) {
    if (/(?:^|[ ,])br(?:$|[ ,])/i.test(acceptEncoding)) return 'br'
    return /(?:^|[ ,])gzip(?:$|[ ,])/i.test(acceptEncoding) ? 'gzip' : null
  }
  const weights = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((text) => text.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number.parseFloat(weight.slice(2)) || 0)
  }
  const others = weights.get('*') ?? 0
  const [br, gzip] = ['br', 'gzip'].map((name) => weights.get(name) ?? others) as [number, number]
  // Plain text is preferred only if the header names `identity` with at least the same weight.
  if (Math.max(br, gzip) <= (weights.get('identity') ?? 0)) return null
  return br >= gzip ? 'br' : 'gzip'
}

/** Ignores the `W/` of a weak ETag, which proxies may add. */
export function isFresh(etag: string, ifNoneMatch: string | undefined): boolean {
  return (ifNoneMatch ?? '').split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}

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
