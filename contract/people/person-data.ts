import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { phoneIn, plainPhone } from '../phones.ts'
import { asTyped, line, wrapped } from '../primitives.ts'
import { type ListOfPeople, listsOfPeople } from './people-lists.ts'

const whoSentence = 'Enter an e-mail address or a phone number'

/**
 * The person whose data is requested: by e-mail address, or by phone number if the person has no address. A person
 * whose details were entered by somebody else can also be found by name, or by the number of the order or the seat.
 */
const who = z.pipe(
  // A copied phone number may have invisible characters around it.
  z.pipe(
    asTyped(1000, { required: whoSentence }),
    z.transform((typed) => (phoneIn(typed) === null ? typed : plainPhone(typed))),
  ),
  line(254, { required: whoSentence }),
)

/** The most further addresses of the person in one request. */
export const othersMax = 20
export const wordsMax = 50

const wish = {
  who,
  others: z.optional(z.array(asTyped(254)).check(z.maxLength(othersMax))),
  /** The `record` values of the entries that, according to staff, are about this person. */
  records: z.optional(z.array(asTyped(200)).check(z.maxLength(wordsMax))),
}

const part = z.object({ what: z.string(), count: z.number() })

export const personFound = z.object({
  names: z.array(z.string()),
  addresses: z.array(z.string()),
  phones: z.array(z.string()),
  parts: z.array(part),
  /**
   * Texts about everything that prevents the erasure, one for each thing that is still under way. Each text also says
   * what to do first.
   */
  live: z.array(z.string()),
  /** Other addresses with the same phone number, or with the name that staff searched for. */
  others: z.array(z.object({ email: z.string(), count: z.number() })),
  /**
   * Texts in which somebody wrote the name or the phone number by hand. Staff have to read each text to decide whether
   * it is about this person.
   */
  words: z.array(
    z.object({
      where: z.string(),
      text: z.string(),
      /**
       * Identifies the entry. The owner sends this text back to confirm that the entry is about this person. Null if
       * the entry has to be changed in its own section.
       */
      record: z.nullable(z.string()),
      /** The thing that must be done before the entry can be erased; null if the entry can be erased now. */
      live: z.nullable(z.string()),
    }),
  ),
  /** Data that is kept after an erasure: one text for each kind, which also says until when. */
  stays: z.array(z.string()),
})
export type PersonFound = z.output<typeof personFound>

// All three endpoints have the person in the body, because servers log the URLs of requests.

export const findPersonData = defineEndpoint('POST /api/admin/people-data/find', {
  summary: 'Find a person’s data by e-mail address, phone number, name, order number or seat reference',
  right: 'personal-data',
  body: z.object({ who }),
  errors: ['not_found'],
  response: wrapped(personFound),
})

export const exportPersonData = defineEndpoint('POST /api/admin/people-data/export', {
  summary: 'Export all data about a person, as JSON and as a page for reading and printing',
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
  summary:
    'Erase a person’s data. The call is refused if some records are still in use, unless `keepsLive` lets those records stay.',
  right: 'personal-data',
  confirms: 'password',
  body: z.object({ ...wish, keepsLive: z.optional(z.boolean()) }),
  errors: ['not_found', 'in_use'],
  response: wrapped(z.object({ erased: z.array(part), stays: z.array(z.string()) })),
})

export const takeListOfPeople = defineEndpoint('POST /api/admin/people-data/lists', {
  summary: 'Record in the audit log that the caller saves a list of people as a file',
  right: 'exports',
  confirms: 'password',
  body: z.object({
    list: z.enum(Object.keys(listsOfPeople) as ListOfPeople[]),
    rows: z.number().check(z.int(), z.gte(0)),
  }),
})
