import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  type CouponKind,
  type CouponScope,
  couponKindWords,
  couponScopeWords,
} from '../../../../../contract/money/coupon-facts.ts'
import { type Coupon, couponFields, manyCouponsInput } from '../../../../../contract/money/coupons.ts'
import { send } from '../../../../lib/api.ts'
import type { Once } from '../../../../lib/use-sending.ts'
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
import type { FormDefinition, FormParts } from '../../../record-form.tsx'
import { ScopeItems } from './scope-items.tsx'

const { code, ...termFields } = couponFields
const many = manyCouponsInput.shape
const ofMany = <Sent,>(write: (typed: string) => Sent) => ({
  read: () => '',
  write: (typed: string, { how }: TypedValues) => (how === 'many' ? write(typed) : undefined),
})

const fields = {
  how: {
    ...choice('What to make', [
      { value: 'one', label: 'One code of your own' },
      { value: 'many', label: 'Many codes, each for one use' },
    ]),
    read: () => 'one',
    write: () => undefined,
  },
  code: {
    ...text('Code', unlessBlank(code.rule), {
      required: true,
      maxLength: 24,
      autoComplete: 'off',
      hint: 'As customers type it; capitals and small letters are the same',
    }),
    write: (typed: string, { how }: TypedValues) => (how === 'many' ? undefined : typed.trim()),
  },
  count: { ...number('How many', unlessBlank(many.count), { required: true }), ...ofMany(Number) },
  series: {
    ...text('Name of these codes', unlessBlank(many.series), {
      required: true,
      maxLength: 60,
      hint: 'What they are for; the search finds them by it',
    }),
    ...ofMany((typed) => typed.trim()),
  },
  prefix: {
    ...text('Begin with (optional)', unlessBlank(many.prefix), { maxLength: 12, autoComplete: 'off' }),
    ...ofMany((typed) => typed.trim()),
  },
  ...formFields(
    termFields,
    {
      percent: { required: true },
      amount: { required: true },
      startsOn: { label: 'First day', type: 'date' },
      endsOn: { label: 'Last day', type: 'date' },
      usesMax: { hint: 'Empty is without end' },
      usesEach: { hint: 'By e-mail address or phone' },
      isActive: { hint: 'Switched off, it reads as a code that does not exist.' },
      note: { hint: 'For the team alone' },
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
      // This check also runs if other fields are refused, so that all refusals show at once.
      when: () => true,
    },
  )

const rules = rulesOf(fields).check(
  needs('code', 'Code is required', ({ how }) => how === 'one'),
  needs('count', 'Please say how many codes to make', ({ how }) => how === 'many'),
  needs('series', 'Please give these codes a name', ({ how }) => how === 'many'),
  needs('percent', 'Please say how many percent it takes off', ({ kind }) => kind === 'percent'),
  needs('amount', 'Please say how many rupees it takes off', ({ kind }) => kind === 'rupees'),
)

/** Many codes are also downloaded as a file, so that staff can print or send them. */
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

function Layout({ input, custom, form, isEdit }: FormParts<Coupon, typeof fields>) {
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
      <div className="grid gap-5 sm:grid-cols-3">
        {input('minimum')}
        {input('startsOn')}
        {input('endsOn')}
      </div>
      {input('scope', { onInput: () => form.setValue('scopeItems', '') })}
      {(scope === 'categories' || scope === 'products' || scope === 'courses') &&
        custom('scopeItems', (field) => <ScopeItems scope={scope} {...field} />)}
      <div className="grid gap-5 sm:grid-cols-2">
        {!isMany && input('usesMax')}
        {input('usesEach')}
      </div>
      {input('firstOnly')}
      {input('note')}
      {input('isActive')}
    </>
  )
}

export const couponForm: FormDefinition<Coupon, typeof fields> = { wide: true, fields, rules, Layout }
