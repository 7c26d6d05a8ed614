import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  type CouponKind,
  type CouponScope,
  couponKindWords,
  couponScopeWords,
} from '../../../../../contract/money/coupon-facts.ts'
import { type Coupon, couponInput, manyCouponsInput } from '../../../../../contract/money/coupons.ts'
import { send } from '../../../../lib/api.ts'
import type { Once } from '../../../../lib/use-sending.ts'
import { csvOf, downloadCsv } from '../../../list/csv.ts'
import { optionsOf } from '../../../list/list-choices.ts'
import {
  area,
  box,
  choice,
  type Fields,
  inRupees,
  linesOf,
  number,
  orNone,
  rulesOf,
  type TypedValues,
  text,
  unlessBlank,
} from '../../../record-fields.tsx'
import type { FormDefinition, FormParts } from '../../../record-form.tsx'
import { ScopeItems } from './scope-items.tsx'

const rule = couponInput.shape
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
    ...text('Code', unlessBlank(rule.code), {
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
  kind: choice<CouponKind>('Takes off', optionsOf(couponKindWords)),
  percent: orNone(number('Percent', rule.percent, { required: true })),
  amount: orNone(number('Rupees off (₹)', rule.amount, { required: true, ...inRupees })),
  most: orNone(number('Largest discount (₹)', rule.most, inRupees)),
  minimum: orNone(number('Worth at least (₹)', rule.minimum, inRupees)),
  startsOn: orNone(text('First day', rule.startsOn, { type: 'date' })),
  endsOn: orNone(text('Last day', rule.endsOn, { type: 'date' })),
  usesMax: orNone(number('Uses in all', rule.usesMax, { hint: 'Empty is without end' })),
  usesEach: orNone(number('Uses by one customer', rule.usesEach, { hint: 'By e-mail address or phone' })),
  firstOnly: box('Only with a customer’s first order'),
  scope: choice<CouponScope>('For', optionsOf(couponScopeWords)),
  scopeItems: {
    ...area('What it is for', z.string()),
    read: (item: Coupon) => item.scopeItems.join('\n'),
    write: linesOf,
  },
  isActive: box('On', { start: true, hint: 'Switched off, it reads as a code that does not exist.' }),
  note: orNone(text('Note', rule.note, { maxLength: 300, hint: 'For the team alone' })),
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
