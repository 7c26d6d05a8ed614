import * as z from 'zod/mini'
import { id } from './primitives.ts'
import { type RecordKind, recordKinds, recordTable } from './records.ts'
import type { Right } from './rights.ts'

const otherRights = {
  batch: 'rosters',
  // The front desk sends a class's id to see its batches. The class itself is public.
  'class-of-batches': 'rosters',
  seat: 'seats',
  waiting: 'seats',
  visitor: 'enquiries',
  request: 'enquiries',
  'order-charge': 'money',
} as const satisfies Record<string, Right>
export type NamedKind = RecordKind | keyof typeof otherRights

/**
 * The right that a caller needs to send a record's id in a path, a query or a body: the right to see records of its
 * kind.
 */
export const rightToName: Record<NamedKind, Right> = {
  ...(Object.fromEntries(recordKinds.map((kind) => [kind, recordTable[kind].right])) as Record<
    RecordKind,
    Right
  >),
  ...otherRights,
}

interface Naming {
  kinds: readonly NamedKind[]
  rightOf: (value: unknown) => Right | undefined
  fields: readonly string[]
}
const namings = z.registry<Naming>()

/**
 * A record's id. A caller may send the id only with the right for its kind. Without that right the call is refused
 * before anything is read.
 */
export function recordId(kind: NamedKind) {
  const rightOf = (value: unknown) => (typeof value === 'string' ? rightToName[kind] : undefined)
  return id.check().register(namings, { kinds: [kind], rightOf, fields: [] })
}

/**
 * Makes the schema of an object whose `kind` names a kind of record, and whose other `fields` are ids of records of
 * that kind. `rights` replace the usual rights for a kind.
 */
export function namesByKind<S extends z.ZodMiniObject>(
  schema: S,
  fields: readonly string[],
  rights: Partial<Record<NamedKind, Right>> = {},
): S {
  const { kind } = schema.shape as unknown as { kind: z.ZodMiniEnum }
  const kinds = Object.values(kind._zod.def.entries) as NamedKind[]
  const unknown = kinds.find((kind) => !(kind in rightToName))
  if (unknown !== undefined) throw new Error(`no right says who may name a ${unknown}`)
  const rightOf = (value: unknown) => {
    const { kind } = value as { kind: NamedKind }
    return rights[kind] ?? rightToName[kind]
  }
  namings.add(schema, { kinds, rightOf, fields })
  return schema
}

export function namingOf(schema: z.core.$ZodType): Naming | undefined {
  return namings.get(schema)
}

type Parts = { [part: string]: unknown } & { type: string }

/** Yields the name and the schema of each part of an object or a list, with the matching part of `value`. */
export function* partsOf(
  schema: z.core.$ZodType,
  value: unknown,
): Generator<[string, z.core.$ZodType, unknown]> {
  const def = schema._zod.def as unknown as Parts
  if (def.type === 'object') {
    for (const [name, part] of Object.entries(def.shape as Record<string, z.core.$ZodType>)) {
      yield [name, part, (value as Record<string, unknown> | undefined)?.[name]]
    }
  }
  const inside = [def.innerType, def.in, def.out, def.left, def.right, ...((def.options as unknown[]) ?? [])]
  for (const part of inside) if (part !== undefined) yield ['', part as z.core.$ZodType, value]
  const each = def.element ?? def.valueType
  if (each === undefined) return
  const values = typeof value === 'object' && value !== null ? Object.values(value) : []
  for (const one of values) yield ['', each as z.core.$ZodType, one]
}

export function rightsNamedIn(schema: z.core.$ZodType | undefined, value: unknown): Set<Right> {
  const rights = new Set<Right>()
  const look = (one: z.core.$ZodType, of: unknown) => {
    if (of === undefined || of === null) return
    const right = namings.get(one)?.rightOf(of)
    if (right !== undefined) rights.add(right)
    for (const [, part, inside] of partsOf(one, of)) look(part, inside)
  }
  if (schema !== undefined) look(schema, value)
  return rights
}
