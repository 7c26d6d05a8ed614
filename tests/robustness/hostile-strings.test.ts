import { Agent, request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpointUrl } from '../../contract/addresses.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { pictureText } from '../../contract/primitives.ts'
import { slownessOf } from '../../scripts/lint-rules.mjs'
import { type TestApp } from '../harness/app.ts'
import { signedIn } from '../harness/callers.ts'
import { contractInputs } from '../harness/contract-inputs.ts'
import { onEachEngine } from '../harness/on-each-engine.ts'
import {
  candidates,
  checksOf,
  nodesOf,
  type Place,
  placesOf,
  type Schema,
  sampleOf,
} from '../harness/schema-walk.ts'
import { isFull } from './size.ts'

/** The limit of processor time for one hostile text, in ms. */
const cpuMsMax = 50
const megabyte = 1024 * 1024

const units = ['a', '.', '@', ' ', '-', '7', '\u0301', '\u0000', 'a@', 'a.']
const megabytes = units.map((unit) => unit.repeat(megabyte / unit.length))
/** Returns all texts in a full run. In `npm test`, returns a few of the texts, different ones for each place. */
const someOf = <T>(all: readonly T[], at: number, few: number): readonly T[] =>
  isFull ? all : Array.from({ length: few }, (_, n) => all[(at + n * 3) % all.length] as T)

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * Measures the processor time of `work` in ms. A slow first run may include a garbage collection, so it is repeated
 * once.
 */
function cpuMsOf(work: () => void): number {
  const once = () => {
    const before = process.cpuUsage()
    work()
    return cpuMsSince(before)
  }
  const first = once()
  return first <= cpuMsMax ? first : Math.min(first, once())
}

/** The contract accepts any text as a picture, because the server checks the picture's bytes later. */
const isPicture = (place: Place) => place.schema === pictureText
/** True for a cell of an imported file, because each row of a file is read alone, by a schema of its own. */
const isCell = (place: Place) => /^rows\.0\.[^.]+$/.test(place.name) && place.schema !== undefined

/** Lists the texts and lists in a schema that are read before their length or count is checked. */
function unmeasuredIn(schema: Schema): string[] {
  return [...nodesOf(schema)].flatMap((node) => {
    const { type, coerce } = (node as z.ZodMiniType)._zod.def as { type: string; coerce?: boolean }
    const checks = checksOf(node)
    if (coerce) return [`a ${type} is made of a text of any length`]
    if (type === 'string' && !(checks[0]?.check === 'max_length' && checks[0].abort === true)) {
      return [
        `a text does not begin with its length: ${checks.map(({ check, pattern }) => pattern ?? check)}`,
      ]
    }
    // zod checks the count of a list before it reads an item.
    if (type === 'array' && !checks.some(({ check }) => check === 'max_length')) {
      return ['a list has no largest count']
    }
    return []
  })
}

function slowIn(schema: z.ZodMiniType): string[] {
  return placesOf(schema).flatMap((place, at) =>
    someOf(megabytes, at, 3).flatMap((text) => {
      const value = place.put(text)
      let isTaken = false
      const ms = cpuMsOf(() => {
        isTaken = schema.safeParse(value).success
      })
      const what = `${place.name}: 1 MB of ${JSON.stringify(text.slice(0, 2))}`
      if (ms > cpuMsMax) return [`${what} takes ${Math.round(ms)} ms`]
      return isTaken && place.kind !== 'ignored' && !isPicture(place) ? [`${what} is taken`] : []
    }),
  )
}

/**
 * Texts for patterns without a length check. Short texts come first, because a pattern whose time doubles with each
 * character would never finish a long text.
 */
const attacks = [16, 24, 500, 20_000].flatMap((length) =>
  ['', ...candidates.filter((one) => typeof one === 'string')].flatMap((start) =>
    units.flatMap((unit) => ['', '@', '\n '].map((end) => start + unit.repeat(length / unit.length) + end)),
  ),
)

function slowRunOf(pattern: RegExp): string | null {
  for (const text of attacks) {
    const ms = cpuMsOf(() => pattern.test(text))
    if (ms > cpuMsMax) return `takes ${Math.round(ms)} ms for ${JSON.stringify(text.slice(0, 40))}`
  }
  return null
}

const all = await contractInputs()

describe('the text fields of the contract', () => {
  test('the length of every text field is checked before its pattern', () => {
    expect(all.flatMap(([name, schema]) => unmeasuredIn(schema).map((one) => `${name}: ${one}`))).toEqual([])
    // The walk must find many places, because a walk without places would find no fault.
    expect(all.flatMap(([, schema]) => placesOf(schema)).length).toBeGreaterThan(400)
  })

  test('every text field refuses 1 MB within its limit of processor time', { timeout: 600_000 }, () => {
    expect(all.flatMap(([name, schema]) => slowIn(schema).map((one) => `${name}: ${one}`))).toEqual([])
  })

  test('every text field refuses NUL and an unpaired surrogate with an error message', () => {
    const faults = all.flatMap(([name, schema]) =>
      placesOf(schema)
        .filter((place) => place.kind === 'text' && !isPicture(place) && !isCell(place))
        .flatMap((place) =>
          ['a\u0000b', 'a\ud800b', '\udc00'].flatMap((text) => {
            const { error } = schema.safeParse(place.put(text))
            const message = error?.issues[0]?.message ?? 'it is taken'
            return / /.test(message) && !/invalid input|is taken/i.test(message)
              ? []
              : [`${name}: ${place.name} ${JSON.stringify(text)}: ${message}`]
          }),
        ),
    )
    expect(faults).toEqual([])
  })

  test('every pattern of a text field takes linear time', { timeout: 600_000 }, () => {
    const patterns = new Map(
      all
        .flatMap(([, schema]) => [...nodesOf(schema)].flatMap(checksOf))
        .flatMap(({ pattern }) => (pattern ? [[String(pattern), pattern] as const] : [])),
    )
    expect(patterns.size).toBeGreaterThan(15)
    const faults = [...patterns.values()].flatMap((pattern) => {
      const fault = slownessOf(pattern) ?? slowRunOf(pattern)
      return fault === null ? [] : [`${pattern} ${fault}`]
    })
    expect(faults).toEqual([])
  })

  const oldEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
  const oldPageOrSite = /^(https?:\/\/[^\s/]+|\/(?![/\\]))\S*$/
  test.each([
    [oldEmail, slownessOf],
    [oldEmail, slowRunOf],
    [oldPageOrSite, slownessOf],
    [oldPageOrSite, slowRunOf],
    [/\s+$/, slownessOf],
    [/^(a|a)*$/, slowRunOf],
  ])('control: the check finds the slow pattern %s', (pattern, see) => {
    expect(see(pattern)).toMatch(/^takes /)
    const bare = z.object({ field: z.string().check(z.regex(pattern)) })
    expect(unmeasuredIn(bare)).toHaveLength(1)
    // zod continues after a failed check unless the check says `abort`.
    const unaborted = z.object({ field: z.string().check(z.maxLength(5), z.regex(pattern)) })
    expect(unmeasuredIn(unaborted)).toHaveLength(1)
  })

  test('control: the check finds a validation rule that is slow, by its processor time', () => {
    const slow = z.string().check(
      z.refine((text) => {
        const before = process.cpuUsage()
        while (text.startsWith('aaa') && cpuMsSince(before) < cpuMsMax + 10);
        return true
      }),
    )
    expect(slowIn(slow)[0]).toMatch(/takes \d+ ms/)
    expect(slowIn(z.string())[0]).toMatch(/is taken/)
  })
})

const bodyLimitDefault = 32 * 1024
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

interface Sent {
  method: string
  address: string
  headers?: Record<string, string>
  body?: Buffer
}

/** Reads only the status, because a server that has refused a body need not read the body to its end. */
function statusOf(app: TestApp, { method, address, headers = {}, body }: Sent): Promise<number> {
  const { hostname, port } = new URL(app.url)
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        agent,
        hostname,
        port,
        method,
        path: address,
        headers: {
          ...(body ? { 'content-type': 'application/json', 'content-length': body.length } : {}),
          ...headers,
        },
      },
      (response) => {
        response.resume().on('error', () => {})
        response.on('close', () => resolve(response.statusCode ?? 0))
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

/** Makes a body of about `bytes` bytes that consists almost entirely of repetitions of `unit`. */
function bodyOf(place: Place, unit: string, bytes: number): Buffer {
  const rest = Buffer.byteLength(JSON.stringify(place.put('')))
  const unitBytes = Buffer.byteLength(JSON.stringify(unit)) - 2
  return Buffer.from(JSON.stringify(place.put(unit.repeat(Math.floor((bytes - rest) / unitBytes)))))
}

onEachEngine('hostile texts in HTTP requests', (app, engine) => {
  let headers: Record<string, string>
  beforeAll(async () => {
    headers = { authorization: `Bearer ${(await signedIn(app, 'owner')).token}` }
  })
  afterAll(() => agent.destroy())

  /** Returns the fault of the answer, or null. The measured time includes the time of the client. */
  async function faultOf(sent: Sent, statuses: number[], msMax = cpuMsMax): Promise<string | null> {
    let status = 0
    let ms = Number.POSITIVE_INFINITY
    // A busy machine sometimes delays a quick answer, but a slow pattern is slow in every try.
    for (let tries = 0; tries < 8 && ms > msMax; tries++) {
      const before = process.cpuUsage()
      status = await statusOf(app, sent)
      ms = cpuMsSince(before)
    }
    const what = `${sent.method} ${sent.address.slice(0, 120)}`
    if (!statuses.includes(status)) return `${what}: ${status}`
    return ms > msMax ? `${what}: ${Math.round(ms)} ms` : null
  }

  /**
   * The full run sends every text to every place on both engines. `npm test` sends one text to each place, on one of
   * the engines, and the text differs from place to place. A refused text reaches no engine, so one engine is enough.
   */
  const unitsFor = (count: number) => {
    if (isFull) return units
    const isOfThisEngine = count % 2 === (engine === 'sqlite' ? 0 : 1)
    return isOfThisEngine ? [units[Math.floor(count / 2) % units.length] as string] : []
  }

  test('a hostile text of the largest size or of 1 MB in a body gets a quick answer with a status below 500', {
    timeout: 1_200_000,
  }, async () => {
    const faults: (string | null)[] = []
    let count = 0
    for (const endpoint of endpoints.filter(({ body }) => body !== undefined)) {
      const address = addressOf(endpoint)
      const limit = endpoint.bodyLimit ?? bodyLimitDefault
      for (const [n, place] of placesOf(endpoint.body as Schema).entries()) {
        // A picture is refused because of its bytes, or because its record does not exist. A field that the server
        // ignores may contain anything.
        const refused = isPicture(place) ? [415, 404] : [400]
        const inTime = place.kind === 'ignored' ? [200, 201, ...refused, 404, 409] : refused
        for (const unit of unitsFor(count++)) {
          // The server refuses a body beyond the limit before it parses the body, so one such body for each endpoint is
          // enough.
          const sizes = limit >= megabyte ? [megabyte] : n === 0 || isFull ? [limit, megabyte] : [limit]
          for (const bytes of sizes) {
            const body = bodyOf(place, unit, bytes)
            const statuses = bytes > limit ? [413] : inTime
            const fault = await faultOf({ method: endpoint.method, address, headers, body }, statuses)
            faults.push(
              fault && `${fault} at ${place.name} for ${body.length} bytes of ${JSON.stringify(unit)}`,
            )
          }
        }
      }
    }
    expect(count).toBeGreaterThan(200)
    expect(faults.filter((fault) => fault !== null)).toEqual([])
  })

  test('every endpoint refuses a parameter with a hostile text of 12 kB or of 1 MB', {
    timeout: 1_200_000,
  }, async () => {
    const faults: (string | null)[] = []
    let count = 0
    for (const endpoint of endpoints) {
      for (const part of ['params', 'query'] as const) {
        const schema = endpoint[part]
        if (schema === undefined) continue
        for (const place of placesOf(schema)) {
          for (const unit of unitsFor(count++)) {
            const encoded = encodeURIComponent(unit)
            const at = addressOf(endpoint, { [part]: place.put('MARK') })
            const long = at.replace('MARK', encoded.repeat(Math.floor(12_000 / encoded.length)))
            // A path that is no valid id gets 404.
            const refused = part === 'params' ? [404] : [400]
            const { method } = endpoint
            faults.push(await faultOf({ method, address: long, headers }, refused))
            // Node itself refuses headers beyond 16 KiB at every address, so a few addresses are enough.
            if (!isFull && count % 10 > 1) continue
            const tooLong = at.replace('MARK', encoded.repeat(Math.floor(megabyte / encoded.length)))
            faults.push(await faultOf({ method, address: tooLong, headers }, [431]))
          }
        }
      }
    }
    expect(count).toBeGreaterThan(150)
    expect(faults.filter((fault) => fault !== null)).toEqual([])
  })

  const others = ['/calendar/MARK.ics', '/login?next=MARK', '/share/classes/MARK.jpg', '/uploads/MARK']
  test.each(others)(
    'a hostile text of 12 kB in the address %s gets a quick answer with a status below 500',
    async (at) => {
      for (const unit of units) {
        const text = encodeURIComponent(unit)
        const address = at.replace('MARK', text.repeat(Math.floor(12_000 / text.length)))
        expect(await faultOf({ method: 'GET', address }, [302, 400, 404, 414])).toBeNull()
      }
    },
  )

  const readHeaders = [
    'accept-encoding',
    'authorization',
    'content-type',
    'idempotency-key',
    'if-modified-since',
    'if-none-match',
    'range',
    'user-agent',
    'x-forwarded-for',
  ]
  test.each(readHeaders)(
    'a hostile text of 12 kB in the header %s gets a quick answer, and 1 MB is refused',
    async (name) => {
      const faults: (string | null)[] = []
      const body = Buffer.from('{}')
      for (const unit of ['a', '.', '@', ' ', '-', '7', ',', '"', 'W/', ';', '\t', 'é']) {
        for (const start of ['', 'Bearer ', 'bytes=', 'application/json; ']) {
          const value = (length: number) => ({ [name]: `${start}${unit.repeat(length / unit.length)}x` })
          const get = { method: 'GET', address: '/api/courses' }
          const post = { method: 'POST', address: '/api/custom-requests', body }
          faults.push(await faultOf({ ...get, headers: value(12_000) }, [200, 416]))
          faults.push(await faultOf({ ...post, headers: value(12_000) }, [400, 415]))
        }
        const tooLong = { [name]: `x${unit.repeat(megabyte / unit.length)}x` }
        faults.push(await faultOf({ method: 'GET', address: '/api/courses', headers: tooLong }, [431]))
      }
      expect(faults.filter((fault) => fault !== null)).toEqual([])
    },
  )
})

function addressOf(endpoint: AnyEndpoint, input: { params?: unknown; query?: unknown } = {}): string {
  const sample = (schema: Schema | undefined) => (schema ? sampleOf(schema) : undefined)
  return endpointUrl(endpoint.path, {
    params: input.params ?? sample(endpoint.params),
    query: input.query ?? sample(endpoint.query),
  })
}
