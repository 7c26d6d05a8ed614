import type * as z from 'zod/mini'
import { createLetters } from '../platform/messages/letter-kinds.ts'
import * as platform from '../platform/messages/school-notice.ts'
import * as accounts from './accounts/accounts.letters.ts'
import * as courses from './catalogue/courses/courses.letters.ts'
import * as moneyDesk from './money/desk/money-desk.letters.ts'
import * as orders from './orders/orders.letters.ts'
import * as reminders from './orders/reminders/reminders.letters.ts'
import * as customRequests from './people/custom-requests/custom-requests.letters.ts'
import * as enquiries from './people/enquiries/enquiries.letters.ts'
import * as subscriptions from './people/subscriptions/subscriptions.letters.ts'
import * as batchDesk from './registrations/desk/batch-desk.letters.ts'
import * as askedSeats from './registrations/holds/asked-seats.letters.ts'
import * as proofs from './registrations/proofs/proofs.letters.ts'
import * as seats from './registrations/seats/seats.letters.ts'
import * as waitingList from './registrations/waiting-list/waiting-list.letters.ts'
import * as school from './school/school.letters.ts'
import * as products from './store/products/products.letters.ts'

const all = {
  ...accounts,
  ...askedSeats,
  ...batchDesk,
  ...courses,
  ...customRequests,
  ...enquiries,
  ...moneyDesk,
  ...orders,
  ...platform,
  ...products,
  ...proofs,
  ...reminders,
  ...school,
  ...seats,
  ...subscriptions,
  ...waitingList,
}
type Kind = (typeof all)[keyof typeof all]['kind']

export type LetterName = Kind['name']
export type LetterData<N extends LetterName> = z.input<Extract<Kind, { name: N }>['data']>

export const letterNames: readonly LetterName[] = Object.values(all).map(({ kind }) => kind.name)
export const letters = createLetters(Object.values(all))
