// The texts in English of the letter with the links to somebody's seats and orders.

import { reachUs } from '../../../platform/messages/letter.en.ts'

export const seat = ({ course, batch, reference }: { course: string; batch: string; reference: string }) =>
  `${course}, ${batch} (${reference})`
export const order = ({ number }: { number: string }) => `Order ${number}`
export const orderFor = ({ number, day }: { number: string; day: string }) => `Order ${number}, for ${day}`

export const subject = ({ school }: { school: string }) => `Your seats and orders at ${school}`
export const lead =
  'You, or someone using your e-mail address, asked for the links to your seats and orders. Here they are. Anyone with a link can open it, so please keep this e-mail to yourself.'

export const nothingFound = ({ school }: { school: string }) => `We found no seats or orders at ${school}`
export const nothingFoundLead =
  'You, or someone using your e-mail address, asked for the links to your seats and orders. We have no upcoming seats and no open orders for this address. You may have used a different one.'

export const closing = (us: { phone: string }) =>
  `If this wasn’t you, ignore this e-mail. If something is missing, please ${reachUs(us)}.`
