import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { phoneIn, plainPhone } from '../phones.ts'
import { asTyped, line, wrapped } from '../primitives.ts'
import { type ListOfPeople, listsOfPeople } from './people-lists.ts'

const whoSentence = 'Please enter an e-mail address or a phone number'

/**
 * It is an e-mail address, or the phone number of somebody without one. Somebody whom another person named may also be
 * found by their name, or by the number of the order or the seat.
 */
const who = z.pipe(
  // A copied number has marks around it that nobody sees.
  z.pipe(
    asTyped(1000, { required: whoSentence }),
    z.transform((typed) => (phoneIn(typed) === null ? typed : plainPhone(typed))),
  ),
  line(254, { required: whoSentence }),
)

/** The most other addresses in one request. */
export const othersMax = 20
export const wordsMax = 50

const wish = {
  who,
  others: z.optional(z.array(asTyped(254)).check(z.maxLength(othersMax))),
  /** Entries about others that mention this person, named as the search names them. */
  records: z.optional(z.array(asTyped(200)).check(z.maxLength(wordsMax))),
}

const part = z.object({ what: z.string(), count: z.number() })

export const personFound = z.object({
  names: z.array(z.string()),
  addresses: z.array(z.string()),
  phones: z.array(z.string()),
  parts: z.array(part),
  /** Each is a sentence about what is under way, and what to do about it first. */
  live: z.array(z.string()),
  /** They have the same phone number or the name that was asked for, but another address. */
  others: z.array(z.object({ email: z.string(), count: z.number() })),
  /** People wrote the name or the phone number here by hand, so that only a reader knows whom it means. */
  words: z.array(
    z.object({
      where: z.string(),
      text: z.string(),
      /** The owner sends it to say that this person is meant; null if the entry is changed in its own section. */
      record: z.nullable(z.string()),
      /** This must be done before the entry can be erased. */
      live: z.nullable(z.string()),
    }),
  ),
  /** Each is a sentence about what is kept after an erasure, and until when. */
  stays: z.array(z.string()),
})
export type PersonFound = z.output<typeof personFound>

// All three take the person in the body, because an address in a URL would stand in logs.

export const findPersonData = defineEndpoint('POST /api/admin/people-data/find', {
  summary:
    'What is kept of a person, by an email address, a phone number, a name, or the number of an order or a seat',
  right: 'personal-data',
  body: z.object({ who }),
  errors: ['not_found'],
  response: wrapped(personFound),
})

export const exportPersonData = defineEndpoint('POST /api/admin/people-data/export', {
  summary: 'Everything that is kept of a person, as data and as a page to read and print',
  right: 'personal-data',
  confirms: 'password',
  body: z.object(wish),
  errors: ['not_found'],
  response: wrapped(
    z.object({
      data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
      page: z.string(),
    }),
  ),
})

export const erasePersonData = defineEndpoint('POST /api/admin/people-data/erase', {
  summary: 'Erase a person; refused while something of theirs is under way, unless that is to stay',
  right: 'personal-data',
  confirms: 'password',
  body: z.object({ ...wish, keepsLive: z.optional(z.boolean()) }),
  errors: ['not_found', 'in_use'],
  response: wrapped(z.object({ erased: z.array(part), stays: z.array(z.string()) })),
})

export const takeListOfPeople = defineEndpoint('POST /api/admin/people-data/lists', {
  summary: 'Say that a list of people leaves as a file; the log keeps who took which',
  right: 'exports',
  confirms: 'password',
  body: z.object({
    list: z.enum(Object.keys(listsOfPeople) as ListOfPeople[]),
    rows: z.number().check(z.int(), z.gte(0)),
  }),
})
