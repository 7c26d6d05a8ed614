import type { FastifyReply, FastifyRequest } from 'fastify'
import { endpointUrl } from '../../../contract/addresses.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import type { ChangeFeed } from '../../db/changes.ts'
import { FairQueue } from '../../platform/fair-queue.ts'
import type { RawInput } from '../by-contract.ts'
import { type KeptBody, keepBody, sendKept } from './kept-body.ts'
import { TopicCache } from './topic-cache.ts'

const bytesMax = 16 * 1024 * 1024
const madeAtOnceMax = 32
const waitingMax = 1_000
const bytesPerCharacter = 10

interface KeptAnswer {
  result: unknown
  json: string
  body: Promise<KeptBody> | null
}

export function createKeptAnswers(changes: Pick<ChangeFeed, 'subscribe'>) {
  // These answers have their own queue. A page that is being rendered waits for them, so a shared queue could deadlock.
  const line = new FairQueue({ room: madeAtOnceMax, waitingMax })
  const answers = new TopicCache<KeptAnswer>({ bytesMax, inTurn: (work) => line.run('', 1, work), changes })
  return (
    { path, keptAs, topics = [] }: AnyEndpoint,
    input: RawInput,
    make: () => Promise<unknown>,
  ): Promise<KeptAnswer> => {
    const url = endpointUrl(path, input)
    return answers.get(url, async () => {
      const result = await make()
      const json = JSON.stringify(result)
      const keep = keptAs === undefined || endpointUrl(path, { params: keptAs(result as never) }) === url
      return { value: { result, json, body: null }, topics, bytes: json.length * bytesPerCharacter, keep }
    })
  }
}

/** An answer to a query string is not cached, so that nobody fills the cache with query strings. */
export function mayKeep(endpoint: AnyEndpoint, input: RawInput): boolean {
  return endpoint.topics !== undefined && Object.keys(input.query ?? {}).length === 0
}

export async function sendKeptAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: KeptAnswer,
  { variesByCaller = false }: AnyEndpoint,
): Promise<FastifyReply> {
  kept.body ??= keepBody(kept.json)
  return sendKept(request, reply, await kept.body, {
    type: 'application/json; charset=utf-8',
    variesByCaller,
  })
}
