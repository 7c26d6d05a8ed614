import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { FairQueue } from './fair-queue.ts'

export type ObjectStore = ReturnType<typeof createObjectStore>

/** The message contains neither the access key nor its secret. */
export class ObjectStoreFault extends Error {
  readonly status: number | null

  constructor(message: string, { status = null, cause }: { status?: number | null; cause?: unknown } = {}) {
    super(message, { cause })
    this.name = 'ObjectStoreFault'
    this.status = status
  }

  get isRefusal(): boolean {
    return this.status !== null && this.status < 500 && this.status !== 429
  }
}

export interface Bucket {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface Patience {
  tries: number
  tryMs: number
  allMs: number
}
const usualPatience: Patience = { tries: 3, tryMs: 10_000, allMs: 20_000 }

const bytesMax = 64 * 1024 * 1024
const askedAtOnceMax = 16

/** A client of S3's protocol, with the bucket in the path. @throws ObjectStoreFault */
export function createObjectStore(
  { endpoint, bucket, ...credentials }: Bucket,
  { tries, tryMs, allMs }: Patience = usualPatience,
) {
  async function ask(
    method: 'PUT' | 'GET' | 'DELETE',
    key: string,
    signal: AbortSignal,
    bytes?: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array | null> {
    const { AwsV4Signer } = await import('aws4fetch')
    const signer = new AwsV4Signer({
      ...credentials,
      service: 's3',
      method,
      url: `${endpoint}/${bucket}/${key}`,
      // The hash is signed, so S3 refuses bytes that arrive changed or truncated.
      headers: { 'x-amz-content-sha256': sha256(bytes ?? new Uint8Array()) },
    })
    const { url, headers } = await signer.sign()
    const request = { method, headers, signal, redirect: 'manual' } as const
    const response = await fetch(url, bytes ? { ...request, body: bytes } : request)
    const answer = await bytesOf(response)
    if (response.ok) return answer
    const [, code = ''] = /<Code>(\w{1,60})<\/Code>/.exec(answer.subarray(0, 4096).toString()) ?? []
    if (response.status === 404 && method !== 'PUT' && code !== 'NoSuchBucket') return null
    const { status } = response
    throw new ObjectStoreFault(`S3 answered ${status} ${code || '(no code)'} to ${method} ${key}.`, {
      status,
    })
  }

  async function askUntilAnswered(...[method, key, bytes]: [...Asked]): Promise<Uint8Array | null> {
    const all = AbortSignal.timeout(allMs)
    for (let tried = 1; ; tried++) {
      try {
        return await ask(method, key, AbortSignal.any([all, AbortSignal.timeout(tryMs)]), bytes)
      } catch (error) {
        const fault = faultOf(error, `${method} ${key}`)
        if (fault.isRefusal || tried === tries || all.aborted) throw fault
        await delay(100 * 4 ** (tried - 1))
      }
    }
  }

  const line = new FairQueue({ room: askedAtOnceMax, waitingMax: Number.POSITIVE_INFINITY })
  const inTurn = (...asked: Asked) => line.run('', 1, () => askUntilAnswered(...asked))

  return {
    async put(key: string, bytes: Uint8Array): Promise<void> {
      await inTurn('PUT', key, new Uint8Array(bytes))
    },
    get: (key: string) => inTurn('GET', key),
    async remove(key: string): Promise<void> {
      await inTurn('DELETE', key)
    },
  }
}

type Asked = [method: 'PUT' | 'GET' | 'DELETE', key: string, bytes?: Uint8Array<ArrayBuffer>]

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

async function bytesOf(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > bytesMax) throw new ObjectStoreFault(`S3 sent more than ${bytesMax} bytes.`, { status: 200 })
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function faultOf(error: unknown, asked: string): ObjectStoreFault {
  if (error instanceof ObjectStoreFault) return error
  const { message, cause } = error as Error
  const reason = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message
  return new ObjectStoreFault(`S3 did not respond to ${asked} (${reason}).`, { cause: error })
}
