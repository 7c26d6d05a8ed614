import { globSync } from 'node:fs'
import path from 'node:path'
import type * as z from 'zod/mini'
import { endpoints } from '../../contract/index.ts'
import { nodesOf } from './schema-walk.ts'

const root = path.join(import.meta.dirname, '../..')

const parts = ['params', 'query', 'body'] as const
const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value

/** Lists the contract's schemas that read input: the inputs of all endpoints, the rows of imported files, and forms. */
export async function contractInputs(): Promise<[name: string, schema: z.ZodMiniType][]> {
  const answered = new Set(
    endpoints
      .flatMap(({ response, readAs }) => [response, ...(readAs ? [readAs] : [])])
      .flatMap((one) => [...nodesOf(one)]),
  )
  const files = globSync('contract/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).sort()
  const modules = await Promise.all(
    files.map(async (file) => [file, (await import(path.join(root, file))) as object] as const),
  )
  const others = modules.flatMap(([file, module]) =>
    Object.entries(module)
      .filter(([, value]) => isSchema(value) && !answered.has(value))
      .map(([name, value]) => [`${name} of ${file}`, value as z.ZodMiniType] as const),
  )
  const taken = endpoints.flatMap((endpoint) =>
    parts.flatMap((part) => {
      const schema = endpoint[part] as z.ZodMiniType | undefined
      return schema ? [[`${part} of ${endpoint.method} ${endpoint.path}`, schema] as const] : []
    }),
  )
  return [...taken, ...others].map(([name, schema]) => [name, schema])
}
