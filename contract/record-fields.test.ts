import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { logFields, readFields, startFields, writeFields } from '../server/platform/record-fields.ts'
import { columnsOf } from '../web/admin/record-columns.tsx'
import { bodyOf, formFields, rulesOf, valuesOf } from '../web/admin/record-fields.tsx'
import {
  addedIn,
  cellsIn,
  changedIn,
  flagField,
  importColumnsIn,
  numberField,
  partsField,
  requiredText,
  rupeesOrNone,
  shownIn,
  textOrNone,
} from './record-fields.ts'

const days = z.number('Please write a number of days')

const vaseFields = {
  name: requiredText('line', { label: 'Name', column: 'name', example: 'Urli' }, 20),
  care: textOrNone('text', { label: 'Care', column: 'care_text', example: 'Wipe it dry.' }, 100),
  deposit: rupeesOrNone(
    { label: 'Deposit', column: 'deposit_in_paise', example: '500' },
    'A deposit must be a number',
  ),
  leadDays: numberField(
    { label: 'Lead days', column: 'lead_days', example: '2', hint: 'Days', isCellRequired: true },
    days,
  ),
  isLent: flagField({ label: 'Lent', column: 'is_lent', logged: 'can be lent' }),
  sizes: partsField({
    label: 'Sizes',
    shown: z.array(z.string()),
    rule: z.array(z.string()),
    cell: z.string(),
    says: (sizes) => sizes.join(', '),
    example: 'small',
  }),
}

const row = { name: 'Urli', care_text: null, deposit_in_paise: 50_050, lead_days: 2, is_lent: 1 as const }
const shown = { name: 'Urli', care: null, deposit: 500.5, leadDays: 2, isLent: true }

describe('the definition of a record’s fields', () => {
  test('a record’s field is read from its database column and shown in the response', () => {
    expect(readFields(vaseFields, row)).toEqual(shown)
    const answer = { ...shown, sizes: ['small'] }
    expect(z.object(shownIn(vaseFields)).parse(answer)).toEqual(answer)
  })

  test('a missing or wrong field is refused in a new record, and may be left out of a change', () => {
    const { issues = [] } = z.object(addedIn(vaseFields)).safeParse({ deposit: 'much' }).error ?? {}
    expect(issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['name', 'Name is required'],
      ['deposit', 'A deposit must be a number'],
    ])
    expect(z.object(changedIn(vaseFields)).parse({})).toEqual({})
  })

  test('a new record writes the columns of all its fields, and a change only the columns of the changed fields', () => {
    expect(startFields(vaseFields, { name: 'Urli', isLent: true })).toEqual({
      ...row,
      deposit_in_paise: null,
      lead_days: 0,
    })
    expect(writeFields(vaseFields, { care: '', deposit: null, sizes: ['large'] })).toEqual({
      care_text: null,
      deposit_in_paise: null,
    })
  })

  test('a change of a field is written to the audit log under the field’s log name', () => {
    expect(logFields(vaseFields, { ...shown, sizes: ['small', 'large'] })).toEqual({
      name: 'Urli',
      care: null,
      deposit: 500.5,
      'lead days': 2,
      'can be lent': true,
      sizes: 'small, large',
    })
  })

  test('a record’s field has a column in an import file, and the value of a field is read from the cells of that column', () => {
    expect(importColumnsIn(vaseFields).slice(0, 4)).toEqual([
      { name: 'name', header: 'Name', isRequired: true, example: 'Urli' },
      { name: 'care', header: 'Care', example: 'Wipe it dry.' },
      { name: 'deposit', header: 'Deposit', example: '500' },
      { name: 'leadDays', header: 'Lead days', isRequired: true, example: '2', hint: 'Days' },
    ])
    const { isLent, deposit } = cellsIn(vaseFields)
    expect([isLent.parse('yes'), isLent.parse(''), deposit.parse('500.50')]).toEqual([true, false, 50_050])
  })

  test('the fields of a record define the inputs and rules of the form, the request body and the columns of the list', () => {
    const form = formFields(vaseFields, { leadDays: { blank: 'Please enter 0 for the same day' } })
    expect(Object.entries(form).map(([name, { kind, label }]) => [name, kind, label])).toEqual([
      ['name', 'text', 'Name'],
      ['care', 'area', 'Care'],
      ['deposit', 'number', 'Deposit (₹)'],
      ['leadDays', 'number', 'Lead days'],
      ['isLent', 'box', 'Lent'],
    ])
    const values = { ...valuesOf(form, null), name: ' Urli ', deposit: '500.50' }
    expect(bodyOf(form, values)).toEqual({ ...shown, leadDays: 0, isLent: false })
    const wrong = rulesOf(form).safeParse({ ...values, name: '', leadDays: '' }).error?.issues
    expect(wrong?.map(({ message }) => message)).toEqual([
      'Name is required',
      'Please enter 0 for the same day',
    ])
    const columns = columnsOf<typeof shown, typeof form>(form, ['name', '...'])
    expect(columns.map(({ header, isHidden = false }) => [header, isHidden])).toEqual([
      ['Name', false],
      ['Care', true],
      ['Deposit', true],
      ['Lead days', true],
      ['Lent', true],
    ])
  })
})
