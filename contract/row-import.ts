import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { asTyped, id, idParams, instant, keyError, schoolDay, timeOfDay, wrapped } from './primitives.ts'
import type { Right } from './rights.ts'
import { readDay, readHour } from './spreadsheet-times.ts'

/** What one import takes in one transaction; a longer file is divided by whoever has it. */
export const importRowsMax = 1000
export const importBytesMax = 2 * 1024 * 1024

/** A column of a file that can be imported: its header in the file, its key in a row. */
export interface ImportColumn<Name extends string = string> {
  name: Name
  header: string
  isRequired?: boolean
  example: string
  /** What may stand there, where the example does not say it. */
  hint?: string
}

/** Only its length: `cell` reads what it says, so that one wrong cell does not keep out the whole file. */
const cellText = z
  .string()
  .check(z.maxLength(10_000, { error: 'Please use at most 10,000 characters in a cell', abort: true }))

/** Rows as they stand in the file, text by the column's name. `dryRun` checks them and writes nothing. */
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
  /** Index in `rows`, from 0. */
  row: z.number(),
  /** The column's name; null where it is the row as a whole. */
  column: z.nullable(z.string()),
  message: z.string(),
})
export type ImportProblem = z.output<typeof importProblem>

export const importAnswer = wrapped(
  z.object({
    /** Rows without a problem: they can be added, or, unless it was a dry run, were added. */
    valid: z.number(),
    problems: z.array(importProblem),
  }),
)
export type ImportReport = z.output<typeof importAnswer>['data']

export function importsRecords<const Path extends string>(path: Path, what: string, right: Right) {
  return defineEndpoint(`POST ${path}`, {
    summary: `Add ${what} from a file: a dry run tells what is wrong with each row, the real one adds those without`,
    access: 'admin',
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
  /** The address of who brought it in; null where the account is gone. */
  by: z.nullable(z.string()),
  rows: z.number(),
  takenBackAt: z.nullable(instant),
})
export type FileImport = z.output<typeof fileImport>

const takenBack = z.object({
  taken: z.number(),
  /** Names of those that somebody changed since: they stay. */
  kept: z.array(z.string()),
  /** Those that were deleted before. */
  gone: z.number(),
})
export type TakenBack = z.output<typeof takenBack>

/** What was imported at `path`, and taking an import back as a whole. */
export function keepsImports<const Path extends string>(path: Path, what: string, right: Right) {
  return {
    list: defineEndpoint(`GET ${path}/imports`, {
      summary: `The latest files from which ${what} came`,
      access: 'admin',
      right,
      response: wrapped(z.array(fileImport)),
    }),
    takeBack: defineEndpoint(`POST ${path}/imports/:id/take-back`, {
      summary: `Put the ${what} of one file into the bin, but those that were changed since`,
      access: 'admin',
      right,
      params: idParams,
      response: wrapped(takenBack),
    }),
  }
}

/** A cell whose text `read` makes ready for the schema of a field; a column that is not there is an empty cell. */
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

/** An empty cell says nothing; any other is read by the schema. */
export function orBlank<S extends z.ZodMiniType>(schema: S) {
  return cell(z.optional(schema), (typed) => (typed === '' ? undefined : typed))
}

export const spreadsheetDay = cell(schoolDay, readDay)
export const spreadsheetDayOrBlank = cell(z.optional(schoolDay), (typed) => readDay(typed) || undefined)
export const spreadsheetHour = cell(timeOfDay, readHour)
export const spreadsheetHourOrBlank = cell(z.optional(timeOfDay), (typed) => readHour(typed) || undefined)

/** `Yes`, `No` and their like; an empty cell is No. */
export const yesOrNo = yesUnlessNo(false)

/** The same, where an empty cell is this. */
export function yesUnlessNo(blank: boolean) {
  return cell(z.boolean('Please write Yes or No'), (typed) => {
    if (typed === '') return blank
    if (/^(yes|y|true|1)$/i.test(typed)) return true
    return /^(no|n|false|0)$/i.test(typed) ? false : typed
  })
}
