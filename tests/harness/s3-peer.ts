import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The reaction to a request: an answer, an answer with this status, no answer at all, or a connection that ends
 * half-way.
 */
export type Conduct = 'answers' | 'hangs' | 'cuts' | number

export interface S3Peer {
  url: string
  /** Environment variables of a server that stores its pictures in this bucket. */
  env: Record<string, string>
  /** The stored objects by their keys. */
  objects: Map<string, Buffer>
  /** Method and key of each request, in order. */
  requests: string[]
  /** Sets the reaction to requests from now on. By default, each request is answered. */
  behave(conduct: (method: string, key: string) => Conduct): void
  stop(): Promise<void>
}

const bucket = 'malar-tests'
const region = 'south-1'
const accessKeyId = 'AKIDOFTESTS'
const secretAccessKey = 'a/secret+of=tests'
const quarterOfAnHourMs = 15 * 60_000

/**
 * Starts a bucket in memory, on loopback. The bucket checks Signature V4 as the documentation of AWS says, without a
 * library.
 */
export async function startS3Peer(): Promise<S3Peer> {
  const objects = new Map<string, Buffer>()
  const requests: string[] = []
  let conductOf: (method: string, key: string) => Conduct = () => 'answers'
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    const key = url.startsWith(`/${bucket}/`) ? decodeURIComponent(url.slice(bucket.length + 2)) : ''
    requests.push(`${method} ${key}`)
    const conduct = conductOf(method, key)
    if (conduct === 'hangs') return
    if (conduct === 'cuts' && method !== 'GET') {
      // The connection ends in the middle of the body, or at the end of a request without a body.
      request.once('data', () => request.socket.destroy())
      request.once('end', () => request.socket.destroy())
      return
    }
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const refusal = typeof conduct === 'number' ? 'TestFault' : refusalOf(request, body)
      if (refusal !== null) return refuse(response, typeof conduct === 'number' ? conduct : 403, refusal)
      if (key === '') return refuse(response, 404, 'NoSuchBucket')
      const object = objects.get(key)
      if (method === 'PUT') objects.set(key, body)
      if (method === 'DELETE') objects.delete(key)
      if (method !== 'GET') return response.writeHead(method === 'DELETE' ? 204 : 200).end()
      if (object === undefined) return refuse(response, 404, 'NoSuchKey')
      response.writeHead(200, { 'content-length': object.length })
      if (conduct !== 'cuts') return response.end(object)
      response.write(object.subarray(0, object.length / 2), () => response.destroy())
      return response
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    env: {
      PICTURE_STORE: 's3',
      S3_ENDPOINT: url,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    objects,
    requests,
    behave(conduct) {
      conductOf = conduct
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function refuse(response: ServerResponse, status: number, code: string): ServerResponse {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`
  return response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
}

/** Returns S3's error code; null if the signature is right and the body is the body that was signed. */
function refusalOf({ method, url = '', headers }: IncomingMessage, body: Buffer): string | null {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (given === null) return 'AccessDenied'
  const [, id, day = '', ofRegion, names = '', signature = ''] = given
  if (id !== accessKeyId) return 'InvalidAccessKeyId'
  if (ofRegion !== region) return 'AuthorizationHeaderMalformed'
  const signed = names.split(';')
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
  if (!needed.every((name) => signed.includes(name))) return 'AccessDenied'
  const time = String(headers['x-amz-date'])
  const at = Date.parse(time.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
  if (!time.startsWith(day) || !(Math.abs(Date.now() - at) < quarterOfAnHourMs)) return 'RequestTimeTooSkewed'
  const hash = String(headers['x-amz-content-sha256'])
  if (hash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    path
      .split('/')
      .map((part) => encodeStrictly(decodeURIComponent(part)))
      .join('/'),
    query,
    ...signed.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    names,
    hash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const keyOfDay = hmac(`AWS4${secretAccessKey}`, day)
  const key = hmac(hmac(hmac(keyOfDay, region), 's3'), 'aws4_request')
  const isRight = timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'))
  return isRight ? null : 'SignatureDoesNotMatch'
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest()
const encodeStrictly = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
