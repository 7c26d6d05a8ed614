import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { imageBodyLimit, instant, wrapped } from './primitives.ts'
import type { Right } from './rights.ts'
import { importsRecords, keepsImports } from './row-import.ts'

type Schema = z.ZodMiniType

/** A preview begins at this path. Anyone who has the address can open it until `endsAt`. */
export const previewAddress = z.object({ path: z.string(), endsAt: instant })

/**
 * Declares the endpoints for one kind of record. Only a caller with the right may use these endpoints. Each endpoint
 * returns one record.
 */
export function recordAt<const Path extends string, Answer extends Schema>(
  path: Path,
  right: Right,
  response: Answer,
  { hasPicture = false } = {},
) {
  const one = `${path}/:id` as const
  const form = {
    right,
    response,
    ...(hasPicture && { bodyLimit: imageBodyLimit, rate: 'upload' as const }),
  } as const
  return {
    lists: <Query extends Schema, Row extends Schema>(summary: string, query: Query, row: Row) =>
      defineEndpoint(`GET ${path}`, {
        summary,
        right,
        query,
        response: wrapped(z.array(row)),
      }),

    reads: (summary: string) => defineEndpoint(`GET ${one}`, { summary, right, response }),

    adds: <Body extends Schema>(
      summary: string,
      body: Body,
      more: { errors?: readonly ErrorCode[]; example?: Readonly<Record<string, unknown>> } = {},
    ) => defineEndpoint(`POST ${path}`, { summary, body, status: 201, ...form, ...more }),

    changes: <Body extends Schema>(summary: string, body: Body) =>
      defineEndpoint(`PUT ${one}`, { summary, body, ...form }),

    deletes: (summary: string) => defineEndpoint(`DELETE ${one}`, { summary, right }),

    previews: (what: string) =>
      defineEndpoint(`POST ${one}/preview`, {
        summary: `Get the address of ${what} as visitors will see it, on the site or not. It lasts an hour.`,
        right,
        errors: ['conflict'],
        response: wrapped(previewAddress),
      }),

    imports: (what: string) => importsRecords(`${path}/import`, what, right),

    keptImports: (what: string) => keepsImports(path, what, right),
  }
}
