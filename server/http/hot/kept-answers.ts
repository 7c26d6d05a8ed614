import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AnyEndpoint, endpointUrl } from '../../../contract/endpoint.ts'
import type { ChangeFeed } from '../../db/changes.ts'
import type { RawInput } from '../by-contract.ts'
import { type KeptBody, keepBody, sendKept } from './kept-body.ts'
import { TopicCache } from './topic-cache.ts'

const bytesMax = 32 * 1024 * 1024
const madeAtOnceMax = 32
/** Of an answer's JSON in memory: as a text, as objects, as bytes, compressed. */
const bytesPerCharacter = 10

/** What a public endpoint answers: the same for everybody until one of its topics changes. */
interface KeptAnswer {
  /** Shared by all who call from inside, who must not change it. */
  result: unknown
  json: string
  /** As it goes out; made when the first asks over HTTP. */
  body: Promise<KeptBody> | null
}

/** Answers that are made and stringified once per change. Pages read them inside the process, at the cost of a look. */
export interface KeptAnswers {
  get(endpoint: AnyEndpoint, input: RawInput, make: () => Promise<unknown>): Promise<KeptAnswer>
}

export function createKeptAnswers(changes: Pick<ChangeFeed, 'subscribe'>): KeptAnswers {
  const answers = new TopicCache<KeptAnswer>({ bytesMax, renewEveryMs: 0, makingMax: madeAtOnceMax })
  changes.subscribe((topics) => answers.invalidate(topics))
  return {
    get({ path, keptAs, topics = [] }, input, make) {
      const url = endpointUrl(path, input)
      return answers.get(url, async () => {
        const result = await make()
        const json = JSON.stringify(result)
        const keep = keptAs === undefined || endpointUrl(path, { params: keptAs(result as never) }) === url
        return { value: { result, json, body: null }, topics, bytes: json.length * bytesPerCharacter, keep }
      })
    },
  }
}

/** Only what has declared parameters and no query is kept: nobody fills the cache with query strings of his own. */
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
