import * as z from 'zod/mini'
import { defineEndpoint, endpointGroup } from './endpoint.ts'
import { asTyped, id, instant, keyError, schoolDay, timeOfDay, wrapped } from './primitives.ts'
import type { Right } from './rights.ts'
import { readDay, readHour } from './spreadsheet-times.ts'

/** The most rows of one import, because an import is one transaction. A longer file has to be divided. */
export const importRowsMax = 1000
export const importBytesMax = 2 * 1024 * 1024

export interface ImportColumn<Name extends string = string> {
  name: Name
  header: string
  isRequired?: boolean
  example: string
  /** Explains the allowed content of the column, if the example does not show it. */
  hint?: string
}

/** Limits only the length. `cell` checks the text, so that one wrong cell does not make the whole file fail. */
const cellText = z
  .string()
  .check(z.maxLength(10_000, { error: 'Use at most 10,000 characters in a cell', abort: true }))

/** A row has the texts of the file by column name. `dryRun` checks the rows and writes nothing. */
export const importBody = z.object({
  dryRun: z.boolean(),
  rows: z
    .array(z.record(asTyped(60), cellText, { error: keyError }))
    .check(
      z.minLength(1, 'This file has no rows. Choose another file.'),
      z.maxLength(importRowsMax, `Import at most ${importRowsMax} rows at a time`),
    ),
})
export type ImportBody = z.output<typeof importBody>

const importProblem = z.object({
  /** The index in `rows`, from 0. */
  row: z.number(),
  /** The column's name; null for a problem of the whole row. */
  column: z.nullable(z.string()),
  message: z.string(),
})
export type ImportProblem = z.output<typeof importProblem>

export const importAnswer = wrapped(
  z.object({
    /** The number of rows without a problem. A dry run would add these rows; a real run has added them. */
    valid: z.number(),
    problems: z.array(importProblem),
  }),
)
export type ImportReport = z.output<typeof importAnswer>['data']

export function importsRecords<const Path extends string>(path: Path, what: string, right: Right) {
  return defineEndpoint(`POST ${path}`, {
    summary: `Import ${what} from a file. A dry run lists the problems of the rows and adds nothing. A real run adds the rows that have no problems.`,
    right,
    body: importBody,
    bodyLimit: importBytesMax,
    rate: 'upload',
    response: importAnswer,
  })
}

const fileImport = z.object({
  id,
  created_at: instant,
  /** The e-mail address of the person who imported the file; null if that account was deleted. */
  by: z.nullable(z.string()),
  rows: z.number(),
  takenBackAt: z.nullable(instant),
})
export type FileImport = z.output<typeof fileImport>

const takenBack = z.object({
  taken: z.number(),
  /** The names of records that stay, because somebody has changed them since the import. */
  kept: z.array(z.string()),
  gone: z.number(),
})
export type TakenBack = z.output<typeof takenBack>

export function keepsImports<const Path extends string>(path: Path, what: string, right: Right) {
  return endpointGroup({
    run: importsRecords(`${path}/import`, what, right),
    list: defineEndpoint(`GET ${path}/imports`, {
      summary: `List the latest imports of ${what}`,
      right,
      response: wrapped(z.array(fileImport)),
    }),
    takeBack: defineEndpoint(`POST ${path}/imports/:id/take-back`, {
      summary: `Undo an import of ${what}. What it added moves to the bin, except for records that have changed since.`,
      right,
      response: wrapped(takenBack),
    }),
  })
}

/** `read` prepares the text of a cell for the field's schema. A missing column counts as an empty cell. */
export function cell<S extends z.ZodMiniType>(schema: S, read: (typed: string) => unknown) {
  return z.pipe(
    z._default(cellText, ''),
    z.transform((typed, context): z.output<S> => {
      const parsed = schema.safeParse(read(typed.trim()))
      if (parsed.success) return parsed.data
      context.issues.push({ code: 'custom', message: parsed.error.issues[0]?.message ?? '', input: typed })
      return z.NEVER
    }),
  )
}

/** An empty cell sets nothing; the schema reads any other cell. */
export function orBlank<S extends z.ZodMiniType>(schema: S) {
  return cell(z.optional(schema), (typed) => (typed === '' ? undefined : typed))
}

export const spreadsheetDay = cell(schoolDay, readDay)
export const spreadsheetDayOrBlank = cell(z.optional(schoolDay), (typed) => readDay(typed) || undefined)
export const spreadsheetHour = cell(timeOfDay, readHour)
export const spreadsheetHourOrBlank = cell(z.optional(timeOfDay), (typed) => readHour(typed) || undefined)

export function yesUnlessNo(blank: boolean) {
  return cell(z.boolean('Enter Yes or No'), (typed) => {
    if (typed === '') return blank
    if (/^(yes|y|true|1)$/i.test(typed)) return true
    return /^(no|n|false|0)$/i.test(typed) ? false : typed
  })
}
