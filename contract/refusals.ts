// Joins the refusals of all rooms. A refusal has an error code; if the code alone says too little, the room's catalogue
// lists reasons under the code.

import { refusals as accounts } from './accounts/refusals.en.ts'
import { refusals as catalogue } from './catalogue/refusals.en.ts'
import { refusals as messages } from './messages/refusals.en.ts'
import { refusals as money } from './money/refusals.en.ts'
import { refusals as orders } from './orders/refusals.en.ts'
import { refusals as people } from './people/refusals.en.ts'
import { refusals as shared } from './refusals.en.ts'
import { refusals as registrations } from './registrations/refusals.en.ts'
import { refusals as school } from './school/refusals.en.ts'
import { refusals as site } from './site/refusals.en.ts'
import { refusals as store } from './store/refusals.en.ts'

/** The catalogues of all rooms. Each reason is in one of them. */
export const rooms = [
  shared,
  accounts,
  catalogue,
  messages,
  money,
  orders,
  people,
  registrations,
  school,
  site,
  store,
]

type Sentences = typeof shared &
  typeof accounts &
  typeof catalogue &
  typeof messages &
  typeof money &
  typeof orders &
  typeof people &
  typeof registrations &
  typeof school &
  typeof site &
  typeof store
type CodeOf<Reason> = {
  [C in keyof Sentences]: Reason extends keyof Sentences[C] ? C : never
}[keyof Sentences]

export type Reason = { [C in keyof Sentences]: keyof Sentences[C] }[keyof Sentences]
type SentenceOf<R extends Reason> = {
  [C in keyof Sentences]: R extends keyof Sentences[C] ? Sentences[C][R] : never
}[keyof Sentences]
export type FactsOf<R extends Reason> =
  SentenceOf<R> extends (facts: infer Facts) => string ? Facts : undefined

export const refusals = Object.fromEntries(
  rooms.flatMap((room) =>
    Object.entries(room).flatMap(([code, reasons]) =>
      Object.entries(reasons).map(([reason, sentence]) => [reason, { code, sentence }]),
    ),
  ),
) as { [R in Reason]: { code: CodeOf<R>; sentence: string | ((facts: never) => string) } }
