import type * as z from 'zod/mini'
import type { ColumnsIn, RecordFields } from '../../contract/record-fields.ts'
import type { AuditFields } from './audit.ts'

type Shown<F extends RecordFields> = { [Name in keyof F]: z.output<F[Name]['shown']> }
type OwnOf<F extends RecordFields> = keyof {
  [Name in keyof F as F[Name]['column'] extends string ? Name : never]: true
}
type Said<F extends RecordFields> = { [Name in keyof F]?: z.output<F[Name]['rule']> | undefined }

export function readFields<F extends RecordFields>(fields: F, row: ColumnsIn<F>): Pick<Shown<F>, OwnOf<F>> {
  const stored = row as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { column, read }]) =>
      column === null ? [] : [[name, read(stored[column])]],
    ),
  ) as Pick<Shown<F>, OwnOf<F>>
}

/** Fields that the body leaves out stay unchanged. */
export function writeFields<F extends RecordFields>(fields: F, said: Said<F>): Partial<ColumnsIn<F>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { column, write }]) =>
      column === null || said[name] === undefined ? [] : [[column, write(said[name])]],
    ),
  ) as Partial<ColumnsIn<F>>
}

export function startFields<F extends RecordFields>(fields: F, said: Said<F>): ColumnsIn<F> {
  const starts = Object.values(fields).flatMap(({ column, start }) =>
    column === null ? [] : [[column, start]],
  )
  return { ...Object.fromEntries(starts), ...writeFields(fields, said) }
}

/** Collects a record's fields for the audit log, which shows each under its label. */
export function logFields<F extends RecordFields>(fields: F, shown: Shown<F>): AuditFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { label, logged = label.toLowerCase(), says = same }]) => [
      logged,
      says(shown[name]),
    ]),
  )
}

const same = (value: unknown) => value
