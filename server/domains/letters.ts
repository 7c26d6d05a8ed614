import type * as z from 'zod/mini'
import { createLetters } from '../platform/messages/letter-kinds.ts'
import * as platformLetters from '../platform/messages/school-notice.ts'
import { accountLetters } from './accounts/index.ts'
import { courseLetters } from './catalogue/index.ts'
import { moneyDeskLetters } from './money/index.ts'
import { orderLetters, reminderLetters } from './orders/index.ts'
import { customRequestLetters, enquiryLetters, subscriptionLetters } from './people/index.ts'
import {
  askedSeatLetters,
  batchDeskLetters,
  proofLetters,
  seatLetters,
  waitingListLetters,
} from './registrations/index.ts'
import { schoolLetters } from './school/index.ts'
import { productLetters } from './store/index.ts'

const all = {
  ...platformLetters,
  ...accountLetters,
  ...askedSeatLetters,
  ...batchDeskLetters,
  ...courseLetters,
  ...customRequestLetters,
  ...enquiryLetters,
  ...moneyDeskLetters,
  ...orderLetters,
  ...productLetters,
  ...proofLetters,
  ...reminderLetters,
  ...schoolLetters,
  ...seatLetters,
  ...subscriptionLetters,
  ...waitingListLetters,
}
type Kind = (typeof all)[keyof typeof all]['kind']

export type LetterName = Kind['name']
export type LetterData<N extends LetterName> = z.input<Extract<Kind, { name: N }>['data']>

export const letterNames: readonly LetterName[] = Object.values(all).map(({ kind }) => kind.name)
export const letters = createLetters(Object.values(all))
