import type * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { done, idParams } from './primitives.ts'

/** One record for the back office, by its id. */
export function readsRecord<const Path extends string, Answer extends z.ZodMiniType>(
  path: Path,
  summary: string,
  response: Answer,
) {
  return defineEndpoint(`GET ${path}`, { summary, access: 'admin', params: idParams, response })
}

export function deletesRecord<const Path extends string>(path: Path, summary: string) {
  return defineEndpoint(`DELETE ${path}`, { summary, access: 'admin', params: idParams, response: done })
}
