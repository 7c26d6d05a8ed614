import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { $ZodTypes } from 'zod/v4/core'
import { endpoints } from '../index.ts'
import { listsOfPeople } from './people-lists.ts'

const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

function fieldsOf(schema: z.ZodMiniType | undefined): string[] {
  if (schema === undefined) return []
  const { def } = (schema as unknown as $ZodTypes)._zod
  const inner = (...schemas: unknown[]) => schemas.flatMap((one) => fieldsOf(one as z.ZodMiniType))
  switch (def.type) {
    case 'object':
      return [...Object.keys(def.shape), ...inner(...Object.values(def.shape))]
    case 'array':
      return inner(def.element)
    case 'union':
      return inner(...def.options)
    case 'optional':
    case 'nullable':
    case 'default':
      return inner(def.innerType)
    case 'pipe':
      return inner(def.in, def.out)
    default:
      return []
  }
}

test('`listsOfPeople` names every list with pages in the back office that has people’s contact data', () => {
  const holdingPeople = endpoints
    .filter(
      ({ access, method, query }) =>
        access === 'admin' && method === 'GET' && fieldsOf(query).includes('cursor'),
    )
    .filter(({ response }) => fieldsOf(response).some((field) => /^(email|phone|recipient)/i.test(field)))
  expect(holdingPeople.map(keyOf).sort()).toEqual(Object.keys(listsOfPeople).sort())
})
