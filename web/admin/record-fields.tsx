import { type ComponentType, type ReactNode, useId } from 'react'
import * as z from 'zod/mini'
import { Checkbox } from '../ui/checkbox.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { SelectField, type SelectFieldProps } from '../ui/select-field.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField, type TextFieldProps } from '../ui/text-field.tsx'

export type TypedValues = Readonly<Record<string, string | boolean>>

/** One field of a record. Its key in `Fields` is the server's name for it. */
export interface Field<Item, Typed extends string | boolean, Sent> {
  label: string
  /** The contract's rule; it checks what is typed and does not change it. */
  rule: z.ZodMiniType
  kind: keyof typeof inputs
  attributes: Attributes
  /** The value in a new record. */
  start: Typed
  /** From the record to the form; the record's property of this name unless told. */
  read?: (item: Item) => Typed
  /** What a value of the form says in words, where it is no text for people; in the table and beside somebody else's. */
  says?: (typed: Typed) => string
  /** From the form to the body, after the rules passed; undefined is not sent. */
  write: (typed: Typed, values: TypedValues) => Sent
  /** Another field whose refusal is cleared when this one is edited. */
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
  /** A hook: what a text field proposes while somebody types. */
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

/** The lines of a text, trimmed, without blank ones. */
export function linesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** A number; rupees with `prefix: '₹', step: 0.01`. */
export function number(
  label: string,
  rule: z.ZodMiniType,
  attributes: Attributes = {},
): Field<unknown, string, number> {
  return { label, rule, kind: 'number', attributes, start: '', write: Number }
}

export const inRupees = { prefix: '₹', step: 0.01 }

/** One of a few; a new record begins with the first unless told. */
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

/** A field that may be left empty; then null is sent. */
export function orNone<Item, Sent>(field: Field<Item, string, Sent>): Field<Item, string, Sent | null> {
  return {
    ...field,
    rule: unlessBlank(field.rule),
    write: (typed, values) => (typed.trim() === '' ? null : field.write(typed, values)),
  }
}

/** The rule for what is typed; an empty field is refused with `sentence`, or allowed without one. */
export function unlessBlank(rule: z.ZodMiniType, sentence?: string): z.ZodMiniType {
  return z.string().check(
    z.superRefine((typed, context) => {
      const isBlank = typed.trim() === ''
      const issue = isBlank ? sentence && { message: sentence } : rule.safeParse(typed).error?.issues[0]
      if (issue) context.addIssue({ code: 'custom', message: issue.message })
    }),
  )
}

const namesOf = <F extends object>(fields: F) => Object.keys(fields) as (keyof F & string)[]

/** What a form holds for a record; null is a new one. */
export function valuesOf<Item, F extends Fields<Item>>(fields: F, item: Item | null): ValuesOf<F> {
  const value = (name: keyof F & string) => {
    const field = fields[name] as AnyField<Item>
    if (item === null) return field.start
    return field.read ? field.read(item) : asTyped((item as Readonly<Record<string, unknown>>)[name])
  }
  return Object.fromEntries(namesOf(fields).map((name) => [name, value(name)])) as ValuesOf<F>
}

/** The form's values as people read them. */
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

/** Each field's rule; `.check(…)` adds rules over several. */
export function rulesOf<F extends Fields<never>>(fields: F) {
  return z.object(
    Object.fromEntries(namesOf(fields).map((name) => [name, fields[name]?.rule ?? z.unknown()])),
  )
}

export function labelsOf(fields: Fields<never>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]))
}

/** The field that a refusal names: `features.3` is `features`. */
export function fieldOf<F extends object>(fields: F, serverField: string): (keyof F & string) | null {
  const name = serverField.split('.')[0] ?? ''
  return name in fields ? (name as keyof F & string) : null
}
