import type { EndpointInput, EndpointResponse } from '../../contract/endpoint.ts'
import type { Api, ApiKey } from '../../contract/index.ts'
import { send } from '../lib/api.ts'
import type { Once } from '../lib/use-sending.ts'

type Answer<K extends string> = K extends ApiKey ? EndpointResponse<Api[K]> : never
type Body<K extends string> = K extends ApiKey ? EndpointInput<Api[K]>['body'] : never
type Found<A> = A extends { data: infer Item } ? Item : A
type Stored = { id: string }

/** The path of anything that can be deleted by its id. */
type RecordPath = ApiKey extends infer K ? (K extends `DELETE ${infer P}/:id` ? P : never) : never

type More<P extends string> =
  | (`PUT ${P}/:id` extends ApiKey ? 'edit' : never)
  | (`GET ${P}/:id` extends ApiKey ? 'find' : never)

interface AllCalls<P extends string> {
  add: (body: Body<`POST ${P}`>, options: Once) => Promise<Answer<`POST ${P}`>>
  remove: (item: Stored) => Promise<unknown>
  update: (item: Stored, body: Body<`PUT ${P}/:id`>, options: Once) => Promise<Answer<`PUT ${P}/:id`>>
  find: (item: Stored) => Promise<Found<Answer<`GET ${P}/:id`>>>
}

/**
 * Makes the calls for a kind of record. POST and DELETE are always included; `more` adds PUT and GET. The calls throw
 * ApiError.
 */
export function callsOf<P extends RecordPath, M extends More<P> = never>(path: P, ...more: M[]) {
  const can = (what: string) => (more as readonly string[]).includes(what)
  const ofOne = (method: string, { id }: Stored, body?: unknown, options = {}) =>
    send(`${method} ${path}/:id`, { params: { id }, body }, options)
  return {
    add: (body: unknown, options: Once) => send(`POST ${path}`, { body }, options),
    remove: (item: Stored) => ofOne('DELETE', item),
    ...(can('edit') && {
      update: (item: Stored, body: unknown, options: Once) => ofOne('PUT', item, body, options),
    }),
    ...(can('find') && {
      find: async (item: Stored) => {
        const answer = (await ofOne('GET', item)) as object
        return 'data' in answer ? answer.data : answer
      },
    }),
  } as Pick<
    AllCalls<P>,
    'add' | 'remove' | ('edit' extends M ? 'update' : never) | ('find' extends M ? 'find' : never)
  >
}
