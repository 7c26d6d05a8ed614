import * as z from 'zod/mini'
import { defineEndpoint, endpointGroup } from './endpoint.ts'
import { asTyped, id, instant, keyError, schoolDay, timeOfDay, wrapped } from './primitives.ts'
import type { Right } from './rights.ts'
import { readDay, readHour } from './spreadsheet-times.ts'

/** The most rows of one import, because it is one transaction; people divide a longer file. */
export const importRowsMax = 1000
export const importBytesMax = 2 * 1024 * 1024

export interface ImportColumn<Name extends string = string> {
  name: Name
  header: string
  isRequired?: boolean
  example: string
  /** It says what may stand there if the example does not. */
  hint?: string
}

/** It bounds only the length. `cell` reads the text, so that one wrong cell does not keep out the whole file. */
const cellText = z
  .string()
  .check(z.maxLength(10_000, { error: 'Please use at most 10,000 characters in a cell', abort: true }))

/** Rows hold the file's text by column name. `dryRun` checks them and writes nothing. */
export const importBody = z.object({
  dryRun: z.boolean(),
  rows: z
    .array(z.record(asTyped(60), cellText, { error: keyError }))
    .check(
      z.minLength(1, 'The file has no rows.'),
      z.maxLength(importRowsMax, `Please import at most ${importRowsMax} rows at a time.`),
    ),
})
export type ImportBody = z.output<typeof importBody>

const importProblem = z.object({
  /** It is the index in `rows`, from 0. */
  row: z.number(),
  /** It is the column's name; null for the row as a whole. */
  column: z.nullable(z.string()),
  message: z.string(),
})
export type ImportProblem = z.output<typeof importProblem>

export const importAnswer = wrapped(
  z.object({
    /** They have no problem: a dry run could add them, any other run added them. */
    valid: z.number(),
    problems: z.array(importProblem),
  }),
)
export type ImportReport = z.output<typeof importAnswer>['data']

export function importsRecords<const Path extends string>(path: Path, what: string, right: Right) {
  return defineEndpoint(`POST ${path}`, {
    summary: `Add ${what} from a file: a dry run tells what is wrong with each row, the real one adds those without`,
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
  /** It is the importer's address; null if the account is gone. */
  by: z.nullable(z.string()),
  rows: z.number(),
  takenBackAt: z.nullable(instant),
})
export type FileImport = z.output<typeof fileImport>

const takenBack = z.object({
  taken: z.number(),
  /** Records that somebody has changed since, so they stay. */
  kept: z.array(z.string()),
  gone: z.number(),
})
export type TakenBack = z.output<typeof takenBack>

export function keepsImports<const Path extends string>(path: Path, what: string, right: Right) {
  return endpointGroup({
    run: importsRecords(`${path}/import`, what, right),
    list: defineEndpoint(`GET ${path}/imports`, {
      summary: `The latest files from which ${what} came`,
      right,
      response: wrapped(z.array(fileImport)),
    }),
    takeBack: defineEndpoint(`POST ${path}/imports/:id/take-back`, {
      summary: `Put the ${what} of one file into the bin, but those that were changed since`,
      right,
      response: wrapped(takenBack),
    }),
  })
}

/** `read` makes a cell's text ready for the field's schema; a missing column is an empty cell. */
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

/** An empty cell says nothing; the schema reads any other. */
export function orBlank<S extends z.ZodMiniType>(schema: S) {
  return cell(z.optional(schema), (typed) => (typed === '' ? undefined : typed))
}

export const spreadsheetDay = cell(schoolDay, readDay)
export const spreadsheetDayOrBlank = cell(z.optional(schoolDay), (typed) => readDay(typed) || undefined)
export const spreadsheetHour = cell(timeOfDay, readHour)
export const spreadsheetHourOrBlank = cell(z.optional(timeOfDay), (typed) => readHour(typed) || undefined)

export function yesUnlessNo(blank: boolean) {
  return cell(z.boolean('Please write Yes or No'), (typed) => {
    if (typed === '') return blank
    if (/^(yes|y|true|1)$/i.test(typed)) return true
    return /^(no|n|false|0)$/i.test(typed) ? false : typed
  })
}
