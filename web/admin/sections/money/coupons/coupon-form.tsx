import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { folded } from '../../../../../contract/folded.ts'
import {
  type CouponKind,
  type CouponScope,
  couponKindWords,
  couponScopeWords,
} from '../../../../../contract/money/coupon-facts.ts'
import { type Coupon, couponFields, manyCouponsInput } from '../../../../../contract/money/coupons.ts'
import { plural } from '../../../../../contract/plural.ts'
import type { AdminProduct } from '../../../../../contract/store/products.ts'
import { send } from '../../../../lib/api.ts'
import { query, rowsIn } from '../../../../lib/query.ts'
import type { Once } from '../../../../lib/use-sending.ts'
import { controlled } from '../../../../ui/controlled.ts'
import { FieldGroup } from '../../../../ui/field-group.tsx'
import { RefusalNote } from '../../../../ui/refusal-note.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { csvOf, downloadCsv } from '../../../list/csv.ts'
import { optionsOf } from '../../../list/list-choices.ts'
import {
  area,
  choice,
  type Fields,
  formFields,
  linesOf,
  number,
  rulesOf,
  type TypedValues,
  text,
  unlessBlank,
} from '../../../record-fields.tsx'
import type { CustomInput, FormDefinition, FormParts } from '../../../record-form.tsx'
import { type TickOption, Ticks } from '../../../ticks.tsx'

const { code, ...termFields } = couponFields
const many = manyCouponsInput.shape
const ofMany = <Sent,>(write: (typed: string) => Sent) => ({
  read: () => '',
  write: (typed: string, { how }: TypedValues) => (how === 'many' ? write(typed) : undefined),
})

const fields = {
  how: {
    ...choice('What to create', [
      { value: 'one', label: 'One code' },
      { value: 'many', label: 'Many single-use codes' },
    ]),
    read: () => 'one',
    write: () => undefined,
  },
  code: {
    ...text('Code', unlessBlank(code.rule), {
      required: true,
      maxLength: 24,
      autoComplete: 'off',
      hint: 'Customers can type it in upper or lower case',
    }),
    write: (typed: string, { how }: TypedValues) => (how === 'many' ? undefined : typed.trim()),
  },
  count: { ...number('Number of codes', unlessBlank(many.count), { required: true }), ...ofMany(Number) },
  series: {
    ...text('Series name', unlessBlank(many.series), {
      required: true,
      maxLength: 60,
      hint: 'Helps you find these codes later',
    }),
    ...ofMany((typed) => typed.trim()),
  },
  prefix: {
    ...text('Prefix (optional)', unlessBlank(many.prefix), { maxLength: 12, autoComplete: 'off' }),
    ...ofMany((typed) => typed.trim()),
  },
  ...formFields(
    termFields,
    {
      percent: { required: true },
      amount: { required: true },
      startsOn: { type: 'date' },
      endsOn: { type: 'date' },
      usesMax: { hint: 'Leave blank for no limit' },
      usesEach: { hint: 'Counted by e-mail address or phone number' },
      isActive: { hint: 'While this is off, customers can’t use the code.' },
      note: { hint: 'Only staff see this' },
    },
    {
      kind: choice<CouponKind>('Takes off', optionsOf(couponKindWords)),
      scope: choice<CouponScope>('For', optionsOf(couponScopeWords)),
      scopeItems: {
        ...area('What it is for', z.string()),
        read: (item: Coupon) => item.scopeItems.join('\n'),
        write: linesOf,
      },
    },
  ),
} satisfies Fields<Coupon>

const needs = (name: string, error: string, isNeeded: (values: TypedValues) => boolean) =>
  z.refine(
    (values) => !isNeeded(values as TypedValues) || String((values as TypedValues)[name]).trim() !== '',
    {
      error,
      path: [name],
      // This check runs even if other fields are invalid, so that all errors appear at once.
      when: () => true,
    },
  )

const rules = rulesOf(fields).check(
  needs('code', 'Enter a code', ({ how }) => how === 'one'),
  needs('count', 'Enter the number of codes', ({ how }) => how === 'many'),
  needs('series', 'Enter a name for the series', ({ how }) => how === 'many'),
  needs('percent', 'Enter the percentage off', ({ kind }) => kind === 'percent'),
  needs('amount', 'Enter the amount off', ({ kind }) => kind === 'rupees'),
)

/**
 * Adds one coupon, or a series of codes. A series is also downloaded as a file, so that staff can print or send the
 * codes.
 */
export async function addCoupons(
  body: { count: number | undefined; series: string | undefined },
  options: Once,
): Promise<unknown> {
  if (body.count === undefined) return send('POST /api/admin/coupons', { body }, options)
  const made = (await send('POST /api/admin/coupons/many', { body }, options)) as { data: { code: string }[] }
  const columns = [{ header: 'Code', text: ({ code }: { code: string }) => code }]
  downloadCsv(`codes-${body.series}.csv`, csvOf(columns, made.data))
  return made
}

function Layout({ input, custom, fold, form, isEdit }: FormParts<Coupon, typeof fields>) {
  const [how, kind, scope] = useWatch({ control: form.control, name: ['how', 'kind', 'scope'] })
  const isMany = how === 'many' && !isEdit
  return (
    <>
      {!isEdit && input('how')}
      {isMany ? (
        <>
          {input('series')}
          <div className="grid gap-5 sm:grid-cols-2">
            {input('count')}
            {input('prefix')}
          </div>
        </>
      ) : (
        input('code')
      )}
      <div className="grid gap-5 sm:grid-cols-3">
        {input('kind')}
        {kind === 'percent' && input('percent')}
        {kind === 'rupees' && input('amount')}
        {kind !== 'rupees' && input('most')}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        {input('startsOn')}
        {input('endsOn')}
      </div>
      {input('scope', { onInput: () => form.setValue('scopeItems', '') })}
      {(scope === 'categories' || scope === 'products' || scope === 'courses') &&
        custom('scopeItems', (field) => <ScopeItems scope={scope} {...field} />)}
      {input('isActive')}
      {fold(
        'Limits',
        ['minimum', 'usesMax', 'usesEach', 'firstOnly'],
        <div className="grid gap-5 sm:grid-cols-2">
          {input('minimum')}
          {!isMany && input('usesMax')}
          {input('usesEach')}
          {input('firstOnly', { className: 'sm:col-span-2' })}
        </div>,
      )}
      {input('note')}
    </>
  )
}

export const couponForm: FormDefinition<Coupon, typeof fields> = { wide: true, fields, rules, Layout }

/** The field's value has one line for each entry: the name of a category, or the id of a product or a course. */
function ScopeItems({ scope, ...props }: CustomInput & { scope: 'categories' | 'products' | 'courses' }) {
  if (scope === 'products') return <Products {...props} />
  if (scope === 'courses') return <Courses {...props} />
  const { value, onChange, error } = props
  return (
    <TextArea
      label="Categories"
      hint="One per line, spelled as on your products"
      rows={4}
      error={error}
      {...controlled(value, onChange)}
    />
  )
}

function Products(props: CustomInput) {
  const { data, error } = useQuery(
    query('GET /api/admin/products', { query: { limit: '1000', sort: 'name' } }),
  )
  const items = rowsIn<AdminProduct>(data).map(({ id, name }) => [id, name] as const)
  return <Choices {...props} legend="Products" search="Search products" items={items} lost={error} />
}

function Courses(props: CustomInput) {
  const { data, error } = useQuery(query('GET /api/courses'))
  const items = rowsIn<{ id: string; title: string }>(data).map(({ id, title }) => [id, title] as const)
  return (
    <Choices
      {...props}
      legend="Courses (tick none to include all)"
      search="Search courses"
      items={items}
      lost={error}
    />
  )
}

/** A list of at least this many choices has a search field. */
const searchFrom = 12

function Choices({
  legend,
  search,
  items,
  lost,
  value,
  onChange,
  error,
}: CustomInput & {
  legend: string
  search: string
  items: readonly TickOption[]
  lost: Error | null
}) {
  const id = useId()
  const [words, setWords] = useState('')
  const chosen = linesOf(value)
  const shown = items.filter(([, name]) => folded(name).includes(folded(words).trim()))
  const gone = chosen.filter((one) => !items.some(([id]) => id === one))
  return (
    <FieldGroup id={id} label={legend} error={error} className="gap-2">
      <RefusalNote error={lost} />
      {items.length > searchFrom && (
        <TextField label={search} type="search" {...controlled(words, setWords)} />
      )}
      <div className="max-h-64 overflow-y-auto rounded-sm border border-line px-3">
        <Ticks options={shown} ticked={chosen} onTick={(ticked) => onChange(ticked.join('\n'))} />
      </div>
      {items.length > 0 && gone.length > 0 && (
        <p className="text-sm text-ink-soft">
          {plural(gone.length, {
            one: '1 earlier choice is no longer available.',
            other: `${gone.length} earlier choices are no longer available.`,
          })}
        </p>
      )}
    </FieldGroup>
  )
}
