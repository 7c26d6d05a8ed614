import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { type ListOfPeople, listsOfPeople } from './people-lists.ts'
import { phoneIn, plainPhone } from './phones.ts'
import { asTyped, done, line, wrapped } from './primitives.ts'

const whoSentence = 'Please enter an e-mail address or a phone number'

/**
 * An e-mail address; of somebody without one a phone number; of somebody whom another person named also their name, or the
 * number of the order or the seat.
 */
const who = z.pipe(
  // A number that was copied has marks around it that nobody sees.
  z.pipe(
    asTyped(1000, { required: whoSentence }),
    z.transform((typed) => (phoneIn(typed) === null ? typed : plainPhone(typed))),
  ),
  line(254, { required: whoSentence }),
)

/** Other addresses that can be taken with one in one go. */
export const othersMax = 20
/** Entries of others that one search shows. */
export const wordsMax = 50

const wish = {
  who,
  others: z.optional(z.array(asTyped(254)).check(z.maxLength(othersMax))),
  /** Entries of others that mean this person, as the search names them. */
  records: z.optional(z.array(asTyped(200)).check(z.maxLength(wordsMax))),
}

const part = z.object({ what: z.string(), count: z.number() })

export const personFound = z.object({
  names: z.array(z.string()),
  addresses: z.array(z.string()),
  phones: z.array(z.string()),
  parts: z.array(part),
  /** What is under way, and what to do about it first; each a sentence. */
  live: z.array(z.string()),
  /** Somebody with the same phone number, or the name that was asked for, and another address. */
  others: z.array(z.object({ email: z.string(), count: z.number() })),
  /** Where people wrote the name or the phone number by hand: nobody but a reader knows whom it means. */
  words: z.array(
    z.object({
      where: z.string(),
      text: z.string(),
      /** By it the owner says that this person is meant; null where it is changed in its own section. */
      record: z.nullable(z.string()),
      /** What to do first before it can be erased. */
      live: z.nullable(z.string()),
    }),
  ),
  /** What is kept after an erasure, and until when; each a sentence. */
  stays: z.array(z.string()),
})
export type PersonFound = z.output<typeof personFound>

// All three take the person in the body: an address in a URL would stand in logs.

export const findPersonData = defineEndpoint('POST /api/admin/people-data/find', {
  summary:
    'What is kept of a person, by an email address, a phone number, a name, or the number of an order or a seat',
  access: 'admin',
  right: 'personal-data',
  body: z.object({ who }),
  errors: ['not_found'],
  response: wrapped(personFound),
})

export const exportPersonData = defineEndpoint('POST /api/admin/people-data/export', {
  summary: 'Everything that is kept of a person, as data and as a page to read and print',
  access: 'admin',
  right: 'personal-data',
  confirms: 'password',
  body: z.object(wish),
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
  body: z.object({ ...wish, keepsLive: z.optional(z.boolean()) }),
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
