import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { type ListOfPeople, listsOfPeople } from './people-lists.ts'
import { asTyped, done, text, wrapped } from './primitives.ts'

/** An e-mail address, or a phone number for somebody of whom no address is known. */
const who = text(254, { required: 'Please enter an e-mail address or a phone number' })

/** Other addresses that can be erased with one in one go. */
export const othersMax = 20

const part = z.object({ what: z.string(), count: z.number() })

export const personFound = z.object({
  names: z.array(z.string()),
  addresses: z.array(z.string()),
  phones: z.array(z.string()),
  parts: z.array(part),
  /** What is under way, and what to do about it first; each a sentence. */
  live: z.array(z.string()),
  /** Somebody with the same phone number and another address. */
  others: z.array(z.object({ email: z.string(), count: z.number() })),
  /** Where people wrote the name or the phone number by hand: nobody but a reader knows whom it means. */
  words: z.array(z.object({ where: z.string(), text: z.string() })),
  /** What is kept after an erasure, and until when; each a sentence. */
  stays: z.array(z.string()),
})
export type PersonFound = z.output<typeof personFound>

// All three take the person in the body: an address in a URL would stand in logs.

export const findPersonData = defineEndpoint('POST /api/admin/people-data/find', {
  summary: 'What is kept of a person, by an e-mail address or a phone number',
  access: 'admin',
  right: 'personal-data',
  body: z.object({ who }),
  response: wrapped(personFound),
})

export const exportPersonData = defineEndpoint('POST /api/admin/people-data/export', {
  summary: 'Everything that is kept of a person, as data and as a page to read and print',
  access: 'admin',
  right: 'personal-data',
  confirms: 'password',
  body: z.object({ who }),
  errors: ['not_found'],
  response: wrapped(
    z.object({
      data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
      /** HTML without scripts. */
      page: z.string(),
    }),
  ),
})

export const erasePersonData = defineEndpoint('POST /api/admin/people-data/erase', {
  summary: 'Erase a person; refused while something of theirs is under way, unless that is to stay',
  access: 'admin',
  right: 'personal-data',
  confirms: 'password',
  body: z.object({
    who,
    others: z.optional(z.array(asTyped(254)).check(z.maxLength(othersMax))),
    keepsLive: z.optional(z.boolean()),
  }),
  errors: ['not_found', 'in_use'],
  response: wrapped(z.object({ erased: z.array(part), stays: z.array(z.string()) })),
})

export const takeListOfPeople = defineEndpoint('POST /api/admin/people-data/lists', {
  summary: 'Say that a list of people leaves as a file; the log keeps who took which',
  access: 'admin',
  right: 'exports',
  confirms: 'password',
  body: z.object({
    list: z.enum(Object.keys(listsOfPeople) as ListOfPeople[]),
    rows: z.number().check(z.int(), z.gte(0)),
  }),
  response: done,
})
