import { type ComponentType, type ReactNode, useId } from 'react'
import * as z from 'zod/mini'
import type { RecordField, RecordFields } from '../../contract/record-fields.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { SelectField, type SelectFieldProps } from '../ui/select-field.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField, type TextFieldProps } from '../ui/text-field.tsx'

export type TypedValues = Readonly<Record<string, string | boolean>>

/** Its key in `Fields` is the server's name for it. */
export interface Field<Item, Typed extends string | boolean, Sent> {
  label: string
  /** The contract's rule checks what is typed and does not change it. */
  rule: z.ZodMiniType
  kind: keyof typeof inputs
  attributes: Attributes
  /** A new record begins with this. */
  start: Typed
  /** The default is the record's property of the same name. */
  read?: (item: Item) => Typed
  /** A file has it so, if not as the table does. */
  csv?: (item: Item) => string
  /** Words for a value that is no text for people; the table and a comparison of versions show them. */
  says?: (typed: Typed) => string
  /** Runs after the rules passed; undefined is not sent. */
  write: (typed: Typed, values: TypedValues) => Sent
  /** An edit of this field also clears the refusal of that one. */
  clears?: string
}
type AnyField<Item> = Field<Item, string, unknown> | Field<Item, boolean, unknown>
export type Fields<Item> = Readonly<Record<string, AnyField<Item>>>

export type ValuesOf<F> = { -readonly [K in keyof F]: F[K] extends { start: string } ? string : boolean }
export type BodyOf<F> = {
  -readonly [K in keyof F]: F[K] extends { write: (...of: never) => infer Sent } ? Sent : never
}

export type Attributes = Pick<
  TextFieldProps,
  | 'type'
  | 'required'
  | 'hint'
  | 'placeholder'
  | 'maxLength'
  | 'autoComplete'
  | 'prefix'
  | 'min'
  | 'step'
  | 'list'
  | 'disabled'
  | 'readOnly'
  | 'className'
  | 'onInput'
> & {
  rows?: number
  options?: SelectFieldProps['options']
  /** A hook that gives a text field its suggestions. */
  useProposals?: () => readonly { value: string; label?: string }[]
}

const inputs = { text: TextField, area: TextArea, number: NumberField, choice: SelectField, box: Checkbox }

type InputProps = { kind: keyof typeof inputs; label: ReactNode } & Attributes

export function FieldInput({ useProposals, ...props }: InputProps) {
  return useProposals ? <ProposingInput {...props} useProposals={useProposals} /> : <PlainInput {...props} />
}

function PlainInput({ kind, ...props }: InputProps) {
  const Input = inputs[kind] as ComponentType<typeof props>
  return <Input {...props} />
}

function ProposingInput({ useProposals, ...props }: InputProps & Required<Pick<Attributes, 'useProposals'>>) {
  const id = useId()
  const proposals = useProposals()
  return (
    <>
      <PlainInput {...props} list={id} />
      <datalist id={id}>
        {proposals.map((proposal, n) => (
          <option key={n} {...proposal} />
        ))}
      </datalist>
    </>
  )
}

export function text(
  label: string,
  rule: z.ZodMiniType,
  attributes: Attributes = {},
): Field<unknown, string, string> {
  return { label, rule, kind: 'text', attributes, start: '', write: (typed) => typed.trim() }
}

export function area(label: string, rule: z.ZodMiniType, attributes: Attributes = {}) {
  return { ...text(label, rule, attributes), kind: 'area' as const }
}

/** Lines are trimmed and blank ones left out. */
export function linesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** `prefix: '₹', step: 0.01` makes it rupees. */
export function number(
  label: string,
  rule: z.ZodMiniType,
  attributes: Attributes = {},
): Field<unknown, string, number> {
  return { label, rule, kind: 'number', attributes, start: '', write: Number }
}

export const inRupees = { prefix: '₹', step: 0.01 }

/** A new record begins with the first option unless `start` says another. */
export function choice<Sent extends string = string>(
  label: string,
  options: SelectFieldProps['options'],
  { rule = z.string(), start, ...attributes }: Attributes & { rule?: z.ZodMiniType; start?: string } = {},
): Field<unknown, string, Sent> {
  const [first = ''] = options
  return {
    label,
    rule,
    kind: 'choice',
    attributes: { ...attributes, options },
    start: start ?? (typeof first === 'string' ? first : first.value),
    // The rule or the options allow nothing else.
    write: (typed) => typed as Sent,
  }
}

export function box(
  label: string,
  { start = false, ...attributes }: Attributes & { start?: boolean } = {},
): Field<unknown, boolean, boolean> {
  return { label, rule: z.boolean(), kind: 'box', attributes, start, write: (typed) => typed }
}

/** An empty field sends null. */
export function orNone<Item, Sent>(field: Field<Item, string, Sent>): Field<Item, string, Sent | null> {
  return {
    ...field,
    rule: unlessBlank(field.rule),
    write: (typed, values) => (typed.trim() === '' ? null : field.write(typed, values)),
  }
}

/** An empty field is refused with `sentence`, or allowed if there is none. */
export function unlessBlank(rule: z.ZodMiniType, sentence?: string): z.ZodMiniType {
  return z.string().check(
    z.superRefine((typed, context) => {
      const isBlank = typed.trim() === ''
      const issue = isBlank ? sentence && { message: sentence } : rule.safeParse(typed).error?.issues[0]
      if (issue) context.addIssue({ code: 'custom', message: issue.message })
    }),
  )
}

interface Said extends Attributes {
  label?: string
  /** The sentence that refuses an empty field. */
  blank?: string
}
/** Fields of other kinds have inputs of their own. */
type UsualName<F extends RecordFields> = keyof {
  [Name in keyof F as F[Name]['kind'] extends 'other' ? never : Name]: true
} &
  string
type UsualFields<F extends RecordFields> = {
  [Name in UsualName<F>]: F[Name]['kind'] extends 'flag'
    ? Field<unknown, boolean, boolean>
    : Field<unknown, string, z.output<F[Name]['rule']>>
}

/** A record's fields in a form, in their order: `said` adds what only the form says, `own` are inputs of its own. */
export function formFields<F extends RecordFields, Own extends Fields<never> = {}>(
  fields: F,
  said: { [Name in UsualName<F>]?: Said },
  own: Own = {} as Own,
): Omit<UsualFields<F>, keyof Own> & Own {
  const all = Object.entries(fields).flatMap(([name, one]) => {
    const field = own[name] ?? usualField(one, (said as Record<string, Said | undefined>)[name])
    return field ? [[name, field]] : []
  })
  return { ...Object.fromEntries(all), ...own }
}

function usualField(one: RecordField, said: Said = {}): AnyField<unknown> | null {
  const { kind, rule, isRequired, lengthMax: maxLength } = one
  const { label = one.label, blank, ...more } = said
  const attributes = { ...(isRequired && { required: true }), ...more }
  if (kind === 'other') return null
  if (kind === 'flag') return box(label, { start: one.start === 1, ...attributes })
  if (kind === 'number' || kind === 'rupees') {
    const isNullable = one.start === null
    const checked = isNullable ? rule : unlessBlank(rule, blank ?? `${label} is required`)
    const money = kind === 'rupees'
    const field = number(money ? `${label} (₹)` : label, checked, { ...(money && inRupees), ...attributes })
    if (isNullable) return orNone(field)
    return attributes.required ? field : { ...field, start: String(one.start) }
  }
  // A text of several lines is refused if it is too long: a browser would cut off what somebody pastes.
  const field =
    kind === 'line' ? text(label, rule, { maxLength, ...attributes }) : area(label, rule, attributes)
  return one.start === null ? orNone(field) : { ...field, start: String(one.start) }
}

const namesOf = <F extends object>(fields: F) => Object.keys(fields) as (keyof F & string)[]

/** Null means a new record. */
export function valuesOf<Item, F extends Fields<Item>>(fields: F, item: Item | null): ValuesOf<F> {
  const value = (name: keyof F & string) => {
    const field = fields[name] as AnyField<Item>
    if (item === null) return field.start
    return field.read ? field.read(item) : asTyped((item as Readonly<Record<string, unknown>>)[name])
  }
  return Object.fromEntries(namesOf(fields).map((name) => [name, value(name)])) as ValuesOf<F>
}

export function wordsOf<F extends Fields<never>>(fields: F, values: ValuesOf<F>): ValuesOf<F> {
  const said = (name: keyof F & string) => {
    const { says } = fields[name] as AnyField<never>
    return says ? (says as (typed: unknown) => string)(values[name]) : values[name]
  }
  return Object.fromEntries(namesOf(fields).map((name) => [name, said(name)])) as ValuesOf<F>
}

export function asTyped(stored: unknown): string | boolean {
  if (typeof stored === 'boolean') return stored
  // Rupees have two decimals or none.
  return typeof stored === 'number' && !Number.isInteger(stored) ? stored.toFixed(2) : String(stored ?? '')
}

export function bodyOf<F extends Fields<never>>(fields: F, values: ValuesOf<F>): BodyOf<F> {
  const sent = (name: keyof F & string) => {
    const { write } = fields[name] as AnyField<never>
    return (write as (typed: unknown, values: TypedValues) => unknown)(values[name], values as TypedValues)
  }
  return Object.fromEntries(namesOf(fields).map((name) => [name, sent(name)])) as BodyOf<F>
}

/** `.check(…)` adds rules over several fields. */
export function rulesOf<F extends Fields<never>>(fields: F) {
  return z.object(
    Object.fromEntries(namesOf(fields).map((name) => [name, fields[name]?.rule ?? z.unknown()])),
  )
}

export function labelsOf(fields: Fields<never>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]))
}

/** Finds the form's field for a server's: `features.3` is `features`. */
export function fieldOf<F extends object>(fields: F, serverField: string): (keyof F & string) | null {
  const name = serverField.split('.')[0] ?? ''
  return name in fields ? (name as keyof F & string) : null
}

/** Only the fields that differ are sent: a PUT merges, so more would undo somebody else's change. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const names = Object.keys(after) as (keyof T)[]
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, after[name]]),
  ) as Partial<T>
}
