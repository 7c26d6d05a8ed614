import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { DomainError, refusal } from '../../contract/errors.ts'
import { retention } from '../../contract/system/retention.ts'
import type { Database } from '../db/open.ts'
import { type At, prepare, rowAt } from '../db/prepared.ts'
import type { Schema, Tx } from '../db/schema.ts'
import type { Deps } from '../domains/deps.ts'
import { addMs, type Clock } from '../platform/clock.ts'
import { every, type Loop } from '../platform/every.ts'

export const idempotencyKeyPattern = /^[A-Za-z0-9_-]{8,100}$/

const idempotencyKeptMs = retention.answers.days * 24 * 60 * 60_000

export function bodyHash(input: unknown): string {
  return createHash('sha256').update(stableJson(input)).digest('base64url')
}

/** A longer text is replaced by its hash, because a second copy of a picture would take another 14 MB. */
const longTextMin = 64 * 1024

function stableJson(value: unknown): string {
  return JSON.stringify(value, (_, part) => {
    if (typeof part === 'string' && part.length > longTextMin)
      return createHash('sha256').update(part).digest('hex')
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part
    const names = Object.keys(part).sort()
    return Object.fromEntries(names.map((name) => [name, part[name]]))
  })
}

type IdempotencyRow = Selectable<Schema['idempotency']>

const insertKey = prepare((db, at: At<IdempotencyRow>) =>
  db
    .insertInto('idempotency')
    .values(rowAt(['key', 'endpoint', 'body_hash', 'status', 'response', 'created_at'], at))
    .onConflict((conflict) => conflict.doNothing()),
)

const storeAnswer = prepare((db, at: At<Pick<IdempotencyRow, 'endpoint' | 'key' | 'response'>>) =>
  db
    .updateTable('idempotency')
    .set({ response: at('response') })
    .where('endpoint', '=', at('endpoint'))
    .where('key', '=', at('key')),
)

/**
 * Runs `work` once per key. The key's row is written first, so that concurrent callers wait; the same transaction
 * stores the answer. A refusal is not stored, because the form may be corrected and sent again. The answer is stored
 * under the first of `holders`, but is found under any of them. `isRepeatOnly` finds a stored answer without running
 * `work`. @throws `not_found` if `isRepeatOnly` finds none
 */
export async function runOnce<T>(
  db: Database,
  clock: Clock,
  request: {
    key: string | null
    endpoint: AnyEndpoint
    holders: readonly string[]
    input: unknown
    isRepeatOnly?: boolean
  },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { key, isRepeatOnly = false } = request
  if (key === null) return db.transaction(work)
  const name = `${request.endpoint.method} ${request.endpoint.path}`
  const [endpoint = name, ...before] = request.holders.map((holder) => `${name} ${holder}`)
  const hash = bodyHash(request.input)
  return db.transaction(async (tx) => {
    for (const earlier of before) {
      const stored = await findAnswer(tx, earlier, key)
      if (stored) return readAnswer<T>(stored, hash)
    }
    const { numAffectedRows } = await insertKey(tx, {
      key,
      endpoint,
      body_hash: hash,
      status: request.endpoint.status ?? 200,
      response: '',
      created_at: clock.now(),
    })
    if (numAffectedRows === 0n) {
      const stored = await findAnswer(tx, endpoint, key)
      if (stored === undefined) throw new Error('the response stored under an idempotency key is missing')
      return readAnswer<T>(stored, hash)
    }
    if (isRepeatOnly) throw refusal('no-answer-under-key')
    const answer = await work(tx)
    await storeAnswer(tx, { endpoint, key, response: JSON.stringify(answer) })
    return answer
  })
}

type Stored = Pick<IdempotencyRow, 'body_hash' | 'response'>

function findAnswer(tx: Tx, endpoint: string, key: string): Promise<Stored | undefined> {
  return tx
    .selectFrom('idempotency')
    .select(['body_hash', 'response'])
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .executeTakeFirst()
}

function readAnswer<T>(stored: Stored, hash: string): T {
  if (stored.body_hash !== hash) throw new DomainError('idempotency_mismatch')
  return JSON.parse(stored.response) as T
}

export function startIdempotencyPruning({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Loop {
  return every(
    'removing old idempotency keys',
    60 * 60_000,
    async () => {
      const before = addMs(clock.now(), -idempotencyKeptMs)
      await db.write.deleteFrom('idempotency').where('created_at', '<', before).execute()
    },
    { log },
  )
}
