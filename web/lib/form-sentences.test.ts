import { zodResolver } from '@hookform/resolvers/zod'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { classInput } from '../../contract/catalogue/courses.ts'
import * as general from '../../contract/fields.en.ts'
import { customRequestForm } from '../../contract/people/custom-requests.ts'

// The resolver shows the first refusal inside a union in place of the union's own sentence.
test.each<[rules: z.ZodMiniType, name: string, typed: string, sentence: string]>([
  [classInput, 'price', '-5', 'Enter a price of 0 or more, with at most 2 decimal places'],
  [classInput, 'sessions', '1.5', 'Enter the number of sessions, 1 or more'],
  [customRequestForm, 'phone', '12', general.phoneInvalid],
])(
  'a form shows the contract’s sentence at a wrong value (case %#)',
  async (rules, name, typed, sentence) => {
    const { errors } = await zodResolver(rules as z.ZodMiniType<object, object>)(
      { [name]: typed },
      undefined,
      {
        fields: {},
        shouldUseNativeValidation: false,
      },
    )
    expect(errors).toMatchObject({ [name]: { message: sentence } })
  },
)
