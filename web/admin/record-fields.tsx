import { type ComponentType, type ReactNode, useId } from 'react'
import * as z from 'zod/mini'
import type { RecordField, RecordFields } from '../../contract/record-fields.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { DateField } from '../ui/date-field.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { SelectField, type SelectFieldProps } from '../ui/select-field.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField, type TextFieldProps } from '../ui/text-field.tsx'

export type TypedValues = Readonly<Record<string, string | boolean>>

/** A field of a form. Its key in `Fields` is also its name in the body. */
export interface Field<Item, Typed extends string | boolean, Sent> {
  label: string
  /** The check of the typed text. The check must not change the value. */
  rule: z.ZodMiniType
  kind: keyof typeof inputs
  attributes: Attributes
  start: Typed
  read?: (item: Item) => Typed
  /** The text for the exported CSV; the default is the text of the table. */
  csv?: (item: Item) => string
  /** Returns the value as text, for the table and for the comparison of two versions. */
  says?: (typed: Typed) => string
  write: (typed: Typed, values: TypedValues) => Sent
  /** True for a field that is in no draft, because its text is a secret. */
  isSecret?: true
  /** The name of another field. An edit of this field also clears the error of that field. */
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
  useProposals?: () => readonly { value: string; label?: string }[]
}

const inputs = {
  text: TextField,
  day: DateField,
  area: TextArea,
  number: NumberField,
  choice: SelectField,
  box: Checkbox,
}

type InputProps = { kind: keyof typeof inputs; label: ReactNode } & Attributes

export function FieldInput({ useProposals, ...props }: InputProps) {
  return useProposals ? <ProposingInput {...props} useProposals={useProposals} /> : <PlainInput {...props} />
}

function PlainInput({ kind, ...props }: InputProps) {
  const Input = inputs[kind] as ComponentType<typeof props>
  // A browser lets people tick a box that is read-only.
  return <Input {...props} {...(kind === 'box' && props.readOnly && { disabled: true })} />
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
  const kind = attributes.type?.startsWith('date') ? 'day' : 'text'
  return { label, rule, kind, attributes, start: '', write: (typed) => typed.trim() }
}

export function area(label: string, rule: z.ZodMiniType, attributes: Attributes = {}) {
  return { ...text(label, rule, attributes), kind: 'area' as const }
}

/**
 * Makes a field for a secret. The server never sends the stored secret, so the field is empty until somebody types a
 * new secret. An empty field is not sent.
 */
export function secret(
  label: string,
  rule: z.ZodMiniType,
  attributes: Attributes = {},
): Field<unknown, string, string | undefined> {
  return {
    ...text(label, rule, { type: 'password', autoComplete: 'new-password', ...attributes }),
    isSecret: true,
    read: () => '',
    says: (typed) => (typed === '' ? '' : '••••••'),
    write: (typed) => (typed === '' ? undefined : typed),
  }
}

/** The typed values without the secrets. */
export const withoutSecrets = <F extends Fields<never>>(fields: F, values: ValuesOf<F>) =>
  mapFields(fields, ({ isSecret, start }, name) => (isSecret ? start : values[name])) as ValuesOf<F>

export function linesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Makes a number field. The field is for a price if the attributes contain `inRupees`. */
export function number(
  label: string,
  rule: z.ZodMiniType,
  attributes: Attributes = {},
): Field<unknown, string, number> {
  return { label, rule, kind: 'number', attributes, start: '', write: Number }
}

export const inRupees = { prefix: '₹', step: 0.01 }

/** Makes a field for a choice. A new record begins with the first option unless `start` names another. */
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
    write: (typed) => typed as Sent,
  }
}

export function box(
  label: string,
  { start = false, ...attributes }: Attributes & { start?: boolean } = {},
): Field<unknown, boolean, boolean> {
  return { label, rule: z.boolean(), kind: 'box', attributes, start, write: (typed) => typed }
}

/** Returns the same field, except that it sends null if it is empty. */
export function orNone<Item, Sent>(field: Field<Item, string, Sent>): Field<Item, string, Sent | null> {
  return {
    ...field,
    rule: unlessBlank(field.rule),
    write: (typed, values) => (typed.trim() === '' ? null : field.write(typed, values)),
  }
}

/**
 * Rejects an empty field with the message `sentence`. If `sentence` is missing, an empty field is accepted. Any text in
 * the field is checked by `rule`.
 */
export function unlessBlank(rule: z.ZodMiniType, sentence?: string): z.ZodMiniType {
  return z.string().check(
    z.superRefine((typed, context) => {
      const isBlank = typed.trim() === ''
      const issue = isBlank ? sentence && { message: sentence } : rule.safeParse(typed).error?.issues[0]
      if (issue) context.addIssue({ code: 'custom', message: issue.message })
    }),
  )
}

/** Makes a rule that converts the typed text by `read`, then checks the result by `rule`. */
export function readBy(read: (typed: string) => unknown, rule: z.ZodMiniType): z.ZodMiniType {
  return z.pipe(z.pipe(z.string(), z.transform(read)), rule)
}

interface Said extends Attributes {
  label?: string
  blank?: string
}
type UsualName<F extends RecordFields> = keyof {
  [Name in keyof F as F[Name]['kind'] extends 'other' ? never : Name]: true
} &
  string
type UsualFields<F extends RecordFields> = {
  [Name in UsualName<F>]: F[Name]['kind'] extends 'flag'
    ? Field<unknown, boolean, boolean>
    : Field<unknown, string, z.output<F[Name]['rule']>>
}

/** Makes the form's fields from the fields of a record, in the same order. `own` are fields that only the form has. */
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
  // A text area has no `maxlength`, because a browser would silently cut off a text that somebody pastes. A text that
  // is too long gets an error message instead.
  const field =
    kind === 'line' ? text(label, rule, { maxLength, ...attributes }) : area(label, rule, attributes)
  return one.start === null ? orNone(field) : { ...field, start: String(one.start) }
}

function mapFields<F extends object>(
  fields: F,
  valueOf: (field: Field<unknown, never, unknown>, name: keyof F & string) => unknown,
): object {
  const entries = Object.entries(fields) as [keyof F & string, Field<unknown, never, unknown>][]
  return Object.fromEntries(entries.map(([name, field]) => [name, valueOf(field, name)]))
}

/** Returns the values of the form. `item` is null for a new record. */
export const valuesOf = <Item, F extends Fields<Item>>(fields: F, item: Item | null) =>
  mapFields(fields, ({ start, read }, name) => {
    if (item === null) return start
    return read ? read(item) : asTyped((item as Readonly<Record<string, unknown>>)[name])
  }) as ValuesOf<F>

export const wordsOf = <F extends Fields<never>>(fields: F, values: ValuesOf<F>) =>
  mapFields(fields, ({ says }, name) => says?.(values[name] as never) ?? values[name]) as ValuesOf<F>

export function asTyped(stored: unknown): string | boolean {
  if (typeof stored === 'boolean') return stored
  // A sum in rupees is written with two decimals or with no decimals.
  return typeof stored === 'number' && !Number.isInteger(stored) ? stored.toFixed(2) : String(stored ?? '')
}

export const bodyOf = <F extends Fields<never>>(fields: F, values: ValuesOf<F>) =>
  mapFields(fields, ({ write }, name) => write(values[name] as never, values as TypedValues)) as BodyOf<F>

/** Makes one rule from the rules of a form's fields. A caller adds rules over several fields by `.check(…)`. */
export const rulesOf = (fields: Fields<never>) =>
  z.object(mapFields(fields, ({ rule }) => rule) as Record<string, z.ZodMiniType>)

export const labelsOf = (fields: Fields<never>) =>
  mapFields(fields, ({ label }) => label) as Record<string, string>

/** Finds the form's field for a name that the server sent: `features.3` belongs to `features`. */
export function fieldOf<F extends object>(fields: F, serverField: string): (keyof F & string) | null {
  const name = serverField.split('.')[0] ?? ''
  return name in fields ? (name as keyof F & string) : null
}

/**
 * Returns the fields whose values differ. A PUT sends only these fields, because sending the other fields could undo
 * another person's changes.
 */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(before[name as keyof T]) !== JSON.stringify(value)
  return Object.fromEntries(Object.entries(after).filter(isChanged)) as Partial<T>
}
