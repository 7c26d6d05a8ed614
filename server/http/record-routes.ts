import type * as z from 'zod/mini'
import type { AnyEndpoint, EndpointResponse, ParsedInput } from '../../contract/endpoint.ts'
import type { importBody } from '../../contract/row-import.ts'
import type { Page } from '../db/page.ts'
import type { Tx } from '../db/schema.ts'
import type { RowImport } from '../platform/row-import.ts'
import { type BoundEndpoint, type CallContext, type Caller, requireCaller } from './context.ts'

/**
 * Answers that most records of the back office have in common. What a record does otherwise is bound by `bind`.
 */

type Input<E extends AnyEndpoint, Part extends 'query' | 'body'> = ParsedInput<E>[Part]
/** What a `wrapped` answer carries. */
type Data<E extends AnyEndpoint> = Extract<EndpointResponse<E>, { data: unknown }>['data']
type ById = { params: { id: string } }

export function bindPage<E extends AnyEndpoint>(
  endpoint: E,
  list: (
    query: Input<E, 'query'>,
    caller: Caller,
  ) => Promise<Page<Data<E> extends (infer Row)[] ? Row : never>>,
): BoundEndpoint {
  return answered(endpoint, async ({ query }: { query: Input<E, 'query'> }, context) => {
    const page = await list(query, requireCaller(context))
    return { success: true, data: rowsOf(page, context) }
  })
}

/** The rows of a page; its cursor goes into the `Link` header. */
export function rowsOf<Row>({ rows, next }: Page<Row>, context: Pick<CallContext, 'nextPage'>): Row[] {
  context.nextPage(next)
  return rows
}

export function bindOne<E extends AnyEndpoint>(
  endpoint: E,
  get: (id: string) => Promise<Data<E>>,
): BoundEndpoint {
  return answered(endpoint, async ({ params }: ById) => ({ success: true, data: await get(params.id) }))
}

/** An answer without data where nothing is returned. */
type Answer<E extends AnyEndpoint> = Promise<[Data<E>] extends [never] ? void : Data<E>>

/** What anybody may ask. */
export function bindOpen<E extends AnyEndpoint>(
  endpoint: E,
  answer: (input: ParsedInput<E>, context: CallContext) => Answer<E>,
): BoundEndpoint {
  return answered(endpoint, async (input: ParsedInput<E>, context) => {
    const data = await answer(input, context)
    return data === undefined ? { success: true } : { success: true, data }
  })
}

/** What the caller reads or changes of their own. */
export function bindOwn<E extends AnyEndpoint>(
  endpoint: E,
  answer: (caller: Caller, input: ParsedInput<E>, context: CallContext) => Answer<E>,
): BoundEndpoint {
  return bindOpen<E>(endpoint, (input, context) => answer(requireCaller(context), input, context))
}

/** An addition, made once however often it is sent. */
export function bindAdd<E extends AnyEndpoint>(
  endpoint: E,
  add: (tx: Tx, body: Input<E, 'body'>, by: Caller) => Promise<Data<E>>,
): BoundEndpoint {
  return answered(endpoint, ({ body }: { body: Input<E, 'body'> }, context) =>
    context.once(async (tx) => ({ success: true, data: await add(tx, body, requireCaller(context)) })),
  )
}

export function bindChange<E extends AnyEndpoint>(
  endpoint: E,
  change: (id: string, body: Input<E, 'body'>, by: Caller) => Promise<Data<E>>,
): BoundEndpoint {
  return answered(endpoint, async ({ params, body }: ById & { body: Input<E, 'body'> }, context) => ({
    success: true,
    data: await change(params.id, body, requireCaller(context)),
  }))
}

export function bindDelete(
  endpoint: AnyEndpoint,
  remove: (id: string, by: Caller) => Promise<void>,
): BoundEndpoint {
  return answered(endpoint, async ({ params }: ById, context) => {
    await remove(params.id, requireCaller(context))
    return { success: true }
  })
}

/** Rows of a file: checked on a dry run, else added in one transaction. */
export function bindImport(endpoint: AnyEndpoint, rows: RowImport): BoundEndpoint {
  return answered(endpoint, async ({ body }: { body: z.output<typeof importBody> }, context) => {
    const by = requireCaller(context)
    if (body.dryRun) return { success: true, data: await rows.check(body.rows) }
    return context.once(async (tx) => ({ success: true, data: await rows.run(tx, body.rows, by) }))
  })
}

/** Callers are typed by their endpoints; in here one handler serves all. */
function answered<Asked>(
  endpoint: AnyEndpoint,
  handler: (input: Asked, context: CallContext<AnyEndpoint>) => Promise<unknown>,
): BoundEndpoint {
  return { endpoint, handler: handler as BoundEndpoint['handler'] }
}
