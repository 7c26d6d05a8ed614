import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type S3Peer, startS3Peer } from '../../tests/harness/s3-peer.ts'
import { type Bucket, createObjectStore, ObjectStoreFault } from './object-store.ts'

const peer: S3Peer = await startS3Peer()
afterAll(() => peer.stop())

const right: Bucket = {
  endpoint: peer.url,
  bucket: peer.env['S3_BUCKET'] ?? '',
  region: peer.env['S3_REGION'] ?? '',
  accessKeyId: peer.env['S3_ACCESS_KEY_ID'] ?? '',
  secretAccessKey: peer.env['S3_SECRET_ACCESS_KEY'] ?? '',
}
const storeOf = (changed: Partial<Bucket> = {}) => createObjectStore({ ...right, ...changed })
/**
 * A store that gives up early, used only for a peer that hangs. Another peer might answer too late on a busy machine.
 */
const hasty = createObjectStore(right, { tries: 3, tryMs: 1_000, allMs: 20_000 })
const storeFor = (conduct: unknown) => (conduct === 'hangs' ? hasty : storeOf())

const faultOf = async (work: Promise<unknown>): Promise<ObjectStoreFault> => {
  const fault = await work.then(
    () => null,
    (error: unknown) => error,
  )
  expect(fault).toBeInstanceOf(ObjectStoreFault)
  return fault as ObjectStoreFault
}

describe('a bucket that speaks the S3 protocol', () => {
  beforeEach(() => {
    peer.behave(() => 'answers')
    peer.objects.clear()
    peer.requests.length = 0
  })

  test.each([
    [{ secretAccessKey: 'another-secret' }, 403, 'SignatureDoesNotMatch'],
    [{ accessKeyId: 'SOMEBODY' }, 403, 'InvalidAccessKeyId'],
    [{ region: 'north-1' }, 403, 'AuthorizationHeaderMalformed'],
    [{ bucket: 'no-such' }, 404, 'NoSuchBucket'],
  ] as const)(
    'a call to S3 with the wrong setting %j is refused at the first try, and the error contains no secret',
    async (changed, status, code) => {
      for (const ask of [
        () => storeOf(changed).put('a', Buffer.from('x')),
        () => storeOf(changed).get('a'),
        () => storeOf(changed).remove('a'),
      ]) {
        peer.requests.length = 0
        const fault = await faultOf(ask())
        expect(fault).toMatchObject({ status, isRefusal: true })
        expect(fault.message).toContain(code)
        expect(JSON.stringify([fault.message, fault.stack])).not.toMatch(/secret|AKIDOFTESTS/)
        expect(peer.requests).toHaveLength(1)
      }
      expect(peer.objects.size).toBe(0)
    },
  )

  test.each([
    ['never answers', 'hangs', null, 'aborted'],
    ['cuts the connection', 'cuts', null, 'S3 did not respond'],
    ['answers 503', 503, 503, '503'],
    ['answers 429', 429, 429, '429'],
  ] as const)(
    'a call to a bucket that %s is tried three times before it fails',
    async (_name, conduct, status, words) => {
      const store = storeFor(conduct)
      await storeOf().put('a', Buffer.from('whole'))
      peer.behave(() => conduct)
      peer.requests.length = 0
      const asked = [store.put('b', Buffer.from('x')), store.get('a')]
      for (const fault of await Promise.all(asked.map(faultOf))) {
        expect(fault).toMatchObject({ status, isRefusal: false })
        expect(fault.message).toContain(words)
      }
      for (const method of ['PUT', 'GET'])
        expect(peer.requests.filter((one) => one.startsWith(method))).toHaveLength(3)
    },
  )

  test('a call to the bucket fails when the time limit for all its attempts together is over', async () => {
    peer.behave(() => 'hangs')
    const store = createObjectStore(right, { tries: 100, tryMs: 50, allMs: 300 })
    const began = performance.now()
    await faultOf(store.get('a'))
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(peer.requests.length).toBeLessThan(10)
  })

  test('a call to the bucket succeeds if the bucket fails once and then answers', async () => {
    for (const conduct of ['hangs', 'cuts', 500] as const) {
      let left = 1
      peer.behave(() => (left-- > 0 ? conduct : 'answers'))
      const store = storeFor(conduct)
      await store.put('a', Buffer.from(String(conduct)))
      left = 1
      expect(Buffer.from((await store.get('a')) ?? []).toString()).toBe(String(conduct))
    }
  })

  test('a stored object is read back byte by byte, and removing an object twice does no harm', async () => {
    const store = storeOf()
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 256))
    const key = `${'a'.repeat(32)}/.private/${'b'.repeat(32)}-640.avif`
    expect(await store.get(key)).toBeNull()
    await store.put(key, bytes)
    expect([...peer.objects.keys()]).toEqual([key])
    expect(Buffer.from((await store.get(key)) ?? []).equals(bytes)).toBe(true)
    await store.remove(key)
    await store.remove(key)
    expect(await store.get(key)).toBeNull()
  })

  test('the S3 endpoint may have a path, and a hundred objects can be written and read simultaneously', async () => {
    const below = storeOf({ endpoint: `${peer.url}/store`, bucket: right.bucket })
    await faultOf(below.put('a', Buffer.from('x')))
    expect(peer.requests).toEqual(['PUT '])
    const keys = Array.from({ length: 100 }, (_, at) => `many/${at}`)
    const store = storeOf()
    await Promise.all(keys.map((key) => store.put(key, Buffer.from(key))))
    const all = await Promise.all(keys.map((key) => store.get(key)))
    expect(all.map((one) => Buffer.from(one ?? []).toString())).toEqual(keys)
  })
})
