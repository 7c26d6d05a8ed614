import * as z from 'zod/mini'
import * as general from './fields.en.ts'
import { anyPhone, line, numeric, orNoPhone, rupees, text } from './primitives.ts'
import { cell, type ImportColumn, orBlank, yesUnlessNo } from './row-import.ts'

type Schema = z.ZodMiniType
type Kind = 'line' | 'text' | 'number' | 'rupees' | 'flag' | 'other'

/**
 * A field of a record, defined in one place. This definition determines the response, the bodies that add and change a
 * record, the database column, a file's cell, the audit log, the form's input and the list's column. Only the field's
 * position in the form and its migration are written by hand.
 */
export interface RecordField<
  Column extends string | null = string | null,
  Stored = unknown,
  Shown extends Schema = Schema,
  Rule extends Schema = Schema,
  Required extends boolean = boolean,
  Usual extends Kind = Kind,
> {
  label: string
  /** The database column; null if other tables hold the field. */
  column: Column
  /** The kind of input that the form shows. */
  kind: Usual
  /** The schema of the field in a response. */
  shown: Shown
  /**
   * The schema of the field in a body. A change may leave the field out. An addition may leave the field out only if
   * the field is not required.
   */
  rule: Rule
  isRequired: Required
  /** Set if the field is required in a file but optional in a body, or required in a body but optional in a file. */
  isCellRequired?: boolean
  /** The stored value of a new record if the body leaves the field out. */
  start: Stored
  read(stored: Stored): z.output<Shown>
  write(said: z.output<Rule>): Stored
  /** Reads the text of a file's cell. */
  cell: Schema
  /** A sample value for the file's template. A record that is not imported from files needs no example. */
  example?: string
  /** Explains the allowed content of a file's cell, if the example does not show it. */
  hint?: string
  lengthMax?: number
  /** The field's name in the audit log, if that is not its label. */
  logged?: string
  /** The field's value as the audit log writes it. */
  says?(shown: z.output<Shown>): unknown
}
export type RecordFields = Readonly<Record<string, RecordField>>

/** The columns that the fields have in the record's table. */
export type ColumnsIn<F extends RecordFields> = {
  -readonly [Name in keyof F as F[Name]['column'] & string]: F[Name]['start']
}

function each<Value>(fields: RecordFields, make: (field: RecordField) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, make(field)]))
}

/** The schema of the fields in a response. */
export function shownIn<F extends RecordFields>(fields: F) {
  return each(fields, ({ shown }) => shown) as { [Name in keyof F]: F[Name]['shown'] }
}

/** The schema of a change. A field that is left out keeps its value. */
export function changedIn<F extends RecordFields>(fields: F) {
  return each(fields, ({ rule }) => z.optional(rule)) as {
    [Name in keyof F]: z.ZodMiniOptional<F[Name]['rule']>
  }
}

/** The schema of an addition. */
export function addedIn<F extends RecordFields>(fields: F) {
  return each(fields, ({ rule, isRequired }) => (isRequired ? rule : z.optional(rule))) as {
    [Name in keyof F]: F[Name]['isRequired'] extends true
      ? F[Name]['rule']
      : z.ZodMiniOptional<F[Name]['rule']>
  }
}

/** The schema of a file's row. */
export function cellsIn<F extends RecordFields>(fields: F) {
  return each(fields, ({ cell }) => cell) as {
    [Name in keyof F]: z.ZodMiniType<
      z.output<F[Name]['rule']> | (F[Name]['isRequired'] extends true ? never : undefined)
    >
  }
}

export function importColumnsIn<F extends RecordFields>(fields: F): ImportColumn<keyof F & string>[] {
  return Object.entries(fields).map(([name, field]) => {
    const { label, isRequired, isCellRequired = isRequired, example = '', hint } = field
    return {
      name: name as keyof F & string,
      header: label,
      ...(isCellRequired && { isRequired: true }),
      example,
      ...(hint !== undefined && { hint }),
    }
  })
}

const same = <Value>(value: Value) => value

/** A field that is stored in other tables. The record has its own code to read and write it. */
export function partsField<Shown extends Schema, Rule extends Schema>(
  said: Pick<
    RecordField<null, unknown, Shown, Rule>,
    'label' | 'shown' | 'rule' | 'cell' | 'example' | 'hint' | 'says'
  >,
) {
  return field({ ...said, column: null, start: undefined, read: same<never>, write: same<unknown> })
}

type WithDefaults<Field, Required, Usual> = Omit<Field, 'isRequired' | 'kind'> & {
  isRequired?: Required
  kind?: Usual
}

/** A field that fits none of the usual kinds. */
export function field<
  const Column extends string | null,
  Stored,
  Shown extends Schema,
  Rule extends Schema,
  const Required extends boolean = false,
  const Usual extends Kind = 'other',
>(
  said: WithDefaults<RecordField<Column, Stored, Shown, Rule>, Required, Usual>,
): RecordField<Column, Stored, Shown, Rule, Required, Usual> {
  const { kind = 'other' as Usual, isRequired = false as Required, ...rest } = said
  return { ...rest, kind, isRequired }
}

/** A field whose value is the same in responses, bodies and the column. */
export function plainField<
  const Column extends string,
  Stored,
  Shown extends z.ZodMiniType<Stored>,
  Rule extends z.ZodMiniType<Stored, unknown>,
  const Required extends boolean = false,
  const Usual extends Kind = 'other',
>(said: WithDefaults<Omit<RecordField<Column, Stored, Shown, Rule>, 'read' | 'write'>, Required, Usual>) {
  // The value has the same type in responses, bodies and the column, which the compiler cannot see.
  const asItIs = (value: unknown) => value as never
  return field<Column, Stored, Shown, Rule, Required, Usual>({ ...said, read: asItIs, write: asItIs })
}

export type FieldNames<Column extends string> = Pick<
  RecordField<Column>,
  'label' | 'column' | 'example' | 'hint' | 'logged' | 'isCellRequired'
>

const textOf = { line, text }

/** A text that each record must have: a `line`, or a `text` of several lines. */
export function requiredText<const Column extends string, const Usual extends 'line' | 'text'>(
  kind: Usual,
  named: FieldNames<Column>,
  lengthMax: number,
  required = `${named.label} is required`,
) {
  const rule = textOf[kind](lengthMax, { required })
  return plainField({
    ...named,
    kind,
    shown: z.string(),
    rule,
    cell: rule,
    start: '',
    isRequired: true,
    lengthMax,
  })
}

/** An e-mail address; `rule` says whether it may be empty. */
export function emailField<const Column extends string, const Required extends boolean>(
  named: FieldNames<Column>,
  rule: z.ZodMiniType<string, string>,
  isRequired: Required,
) {
  return plainField({
    ...named,
    kind: 'line',
    shown: z.string(),
    rule,
    cell: cell(rule, same),
    start: '',
    isRequired,
  })
}

/** A text that may be missing: a `line`, or a `text` of several lines. An empty text counts as missing. */
export function textOrNone<const Column extends string, const Usual extends 'line' | 'text'>(
  kind: Usual,
  named: FieldNames<Column>,
  lengthMax: number,
  rule: z.ZodMiniType<string, string> = textOf[kind](lengthMax),
) {
  return field({
    ...named,
    kind,
    shown: z.nullable(z.string()),
    rule: z.nullable(rule),
    cell: orBlank(rule),
    start: null as string | null,
    read: same<string | null>,
    write: (said) => said || null,
    lengthMax,
  })
}

/** A phone number of any country, or none. */
export function phoneOrNone<const Column extends string>(named: FieldNames<Column>) {
  return textOrNone('line', named, 30, orNoPhone(anyPhone(), general.anyPhoneInvalid))
}

/** A sum of money: rupees in requests and responses, paise in the column. */
export function requiredRupees<const Column extends string>(named: FieldNames<Column>, sentence: string) {
  const rule = rupees(sentence)
  return field({
    ...named,
    kind: 'rupees',
    shown: z.number(),
    rule,
    isRequired: true,
    cell: rule,
    start: 0,
    read: (paise) => paise / 100,
    write: same<number>,
  })
}

/** A sum of money or null: rupees in requests and responses, paise in the column. */
export function rupeesOrNone<const Column extends string>(
  named: FieldNames<Column>,
  sentence: string,
  rule: z.ZodMiniType<number, unknown> = rupees(sentence),
) {
  return field({
    ...named,
    kind: 'rupees',
    shown: z.nullable(z.number()),
    rule: z.nullable(rule),
    cell: orBlank(rule),
    start: null as number | null,
    read: (paise) => (paise === null ? null : paise / 100),
    write: same<number | null>,
  })
}

/** A number, or its digits as a text, from `min` to `max`. */
export function wholeNumber(digits: RegExp, min: number, max: number, sentence: string) {
  return numeric(digits, sentence).check(
    z.refine((value) => Number.isInteger(value) && value >= min && value <= max, sentence),
  )
}

/** A number; the default is 0. */
export function numberField<const Column extends string>(
  named: FieldNames<Column>,
  rule: z.ZodMiniType<number, unknown>,
  cell: Schema = orBlank(rule),
) {
  return plainField({ ...named, kind: 'number', shown: z.number(), rule, cell, start: 0 })
}

/** A number, or null for none. */
export function numberOrNone<const Column extends string>(
  named: FieldNames<Column>,
  rule: z.ZodMiniType<number, unknown>,
) {
  return plainField({
    ...named,
    kind: 'number',
    shown: z.nullable(z.number()),
    rule: z.nullable(rule),
    cell: orBlank(rule),
    start: null as number | null,
  })
}

/** A list, stored in its column as JSON; the default is empty. */
export function listField<
  const Column extends string,
  Item extends Schema,
  Rule extends z.ZodMiniType<z.output<Item>[], unknown>,
  const Required extends boolean = false,
>(
  said: FieldNames<Column> & {
    item: Item
    rule: Rule
    cell: Schema
    isRequired?: Required
    says?(shown: z.output<Item>[]): unknown
  },
) {
  const { item, ...rest } = said
  return field({
    ...rest,
    shown: z.array(item),
    start: '[]',
    read: (json) => JSON.parse(json) as z.output<Item>[],
    write: (items) => JSON.stringify(items),
  })
}

/** Yes or no; the default is no, unless `start` is 1. */
export function flagField<const Column extends string>(
  named: Omit<FieldNames<Column>, 'example'>,
  start: 0 | 1 = 0,
) {
  return field({
    example: start === 1 ? 'Yes' : 'No',
    hint: 'Yes or No',
    ...named,
    kind: 'flag',
    shown: z.boolean(),
    rule: z.boolean(),
    cell: yesUnlessNo(start === 1),
    start,
    read: (stored) => stored === 1,
    write: (said): 0 | 1 => (said ? 1 : 0),
  })
}
