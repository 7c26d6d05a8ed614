import * as z from 'zod/mini'
import type { AnyEndpoint, EndpointResponse, ParsedInput } from '../../contract/endpoint.ts'
import type { importBody } from '../../contract/row-import.ts'
import type { Page } from '../db/page.ts'
import type { Tx } from '../db/schema.ts'
import type { RowImport } from '../platform/row-import.ts'
import { type BoundEndpoint, type CallContext, type Caller, requireCaller } from './context.ts'

type Input<E extends AnyEndpoint, Part extends 'query' | 'body'> = ParsedInput<E>[Part]
type Data<E extends AnyEndpoint> =
  EndpointResponse<E> extends { success: true }
    ? EndpointResponse<E> extends { data: infer Wrapped }
      ? Wrapped
      : void
    : EndpointResponse<E>
interface RecordAnswers<E extends AnyEndpoint> {
  list(query: Input<E, 'query'>, caller: Caller): Promise<Page<Data<E> extends (infer Row)[] ? Row : never>>
  get(id: string): Promise<Data<E>>
  add(tx: Tx, body: Input<E, 'body'>, by: Caller): Promise<Data<E>>
  update(id: string, body: Input<E, 'body'>, by: Caller): Promise<Data<E>>
  remove(id: string, by: Caller): Promise<void>
}

type ById = { params: { id: string } }

/** Binds a handler that gets the whole call and returns the whole response that the contract declares. */
export function whole<E extends AnyEndpoint, const R extends EndpointResponse<E>>(
  endpoint: E,
  handler: (input: ParsedInput<E>, context: CallContext<E>) => Promise<R>,
): BoundEndpoint {
  return { endpoint, handler: handler as unknown as BoundEndpoint['handler'] }
}

export function rowsOf<Row>({ rows, next }: Page<Row>, context: Pick<CallContext, 'nextPage'>): Row[] {
  context.nextPage(next)
  return rows
}

export function list<E extends AnyEndpoint>(endpoint: E, read: RecordAnswers<E>['list']): BoundEndpoint {
  return answered(endpoint, async ({ query }: { query: Input<E, 'query'> }, context) =>
    rowsOf(await read(query, requireCaller(context)), context),
  )
}

export function get<E extends AnyEndpoint>(endpoint: E, read: RecordAnswers<E>['get']): BoundEndpoint {
  return answered(endpoint, ({ params }: ById) => read(params.id))
}

export function open<E extends AnyEndpoint>(
  endpoint: E,
  answer: (input: ParsedInput<E>, context: CallContext) => Promise<Data<E>>,
): BoundEndpoint {
  return answered(endpoint, answer)
}

export function own<E extends AnyEndpoint>(
  endpoint: E,
  answer: (caller: Caller, input: ParsedInput<E>, context: CallContext) => Promise<Data<E>>,
): BoundEndpoint {
  return open<E>(endpoint, (input, context) => answer(requireCaller(context), input, context))
}

/** Runs a write in one transaction. The write takes effect only once, however often the call is sent. */
export function once<E extends AnyEndpoint>(
  endpoint: E,
  write: (tx: Tx, input: ParsedInput<E>, context: CallContext) => Promise<Data<E>>,
): BoundEndpoint {
  return prepared<E, void>(
    endpoint,
    async () => {},
    (tx, _, input, context) => write(tx, input, context),
  )
}

export function prepared<E extends AnyEndpoint, Prepared>(
  endpoint: E,
  prepare: (input: ParsedInput<E>) => Promise<Prepared>,
  write: (tx: Tx, prepared: Prepared, input: ParsedInput<E>, context: CallContext) => Promise<Data<E>>,
): BoundEndpoint {
  const wrap = wrapperOf(endpoint)
  const handler = async (input: ParsedInput<E>, context: CallContext) => {
    const ready = await prepare(input)
    return context.once(async (tx) => wrap(await write(tx, ready, input, context)) as never)
  }
  return { endpoint, handler: handler as BoundEndpoint['handler'] }
}

export function add<E extends AnyEndpoint>(endpoint: E, write: RecordAnswers<E>['add']): BoundEndpoint {
  return once<E>(endpoint, (tx, { body }, context) =>
    write(tx, body as Input<E, 'body'>, requireCaller(context)),
  )
}

export function update<E extends AnyEndpoint>(endpoint: E, write: RecordAnswers<E>['update']) {
  return answered(endpoint, ({ params, body }: ById & { body: Input<E, 'body'> }, context) =>
    write(params.id, body, requireCaller(context)),
  )
}

export function remove(endpoint: AnyEndpoint, write: RecordAnswers<AnyEndpoint>['remove']) {
  return answered(endpoint, ({ params }: ById, context) => write(params.id, requireCaller(context)))
}

export function importRows(endpoint: AnyEndpoint, rows: RowImport): BoundEndpoint {
  const wrap = wrapperOf(endpoint)
  const handler = async ({ body }: { body: z.output<typeof importBody> }, context: CallContext) => {
    if (body.dryRun) return wrap(await rows.check(body.rows))
    const by = requireCaller(context)
    return context.once(async (tx) => wrap(await rows.run(tx, body.rows, by)) as never)
  }
  return { endpoint, handler: handler as unknown as BoundEndpoint['handler'] }
}

interface ImportEndpoints {
  run: AnyEndpoint
  list: AnyEndpoint
  takeBack: AnyEndpoint
}

export function imports(endpoints: ImportEndpoints, rows: RowImport): BoundEndpoint[] {
  return [
    importRows(endpoints.run, rows),
    answered(endpoints.list, () => rows.list()),
    once(
      endpoints.takeBack,
      (tx, input, context) =>
        rows.takeBack(tx, (input as unknown as ById).params.id, requireCaller(context)) as never,
    ),
  ]
}

type RecordEndpoints = { [Name in keyof RecordAnswers<AnyEndpoint>]?: AnyEndpoint } & {
  imports?: ImportEndpoints
}
type RecordService<Endpoints> = {
  [Name in keyof Endpoints & string]: Endpoints[Name] extends AnyEndpoint
    ? RecordAnswers<Endpoints[Name]>[Name & keyof RecordAnswers<AnyEndpoint>]
    : RowImport
}

const recordBinders = { list, get, add, update, remove, imports }

export function record<const Endpoints extends RecordEndpoints>(
  endpoints: Endpoints,
  service: RecordService<Endpoints>,
): BoundEndpoint[] {
  const names = Object.keys(endpoints) as (keyof typeof recordBinders & keyof Endpoints)[]
  return names.flatMap((name) => recordBinders[name](endpoints[name] as never, service[name] as never))
}

function answered<Asked>(
  endpoint: AnyEndpoint,
  answer: (input: Asked, context: CallContext<AnyEndpoint>) => Promise<unknown>,
): BoundEndpoint {
  const wrap = wrapperOf(endpoint)
  const handler = async (input: Asked, context: CallContext) => wrap(await answer(input, context))
  return { endpoint, handler: handler as BoundEndpoint['handler'] }
}

function wrapperOf({ response }: AnyEndpoint): (data: unknown) => unknown {
  if (!(response instanceof z.ZodMiniObject) || !('success' in response.shape)) return (data) => data
  return (data) => (data === undefined ? { success: true } : { success: true, data })
}
