import * as z from 'zod/mini'
import { recordKinds, recordTable } from '../../../contract/records.ts'
import { instantInWords } from '../../../contract/words.ts'
import * as text from './letter.en.ts'
import type { Link, Sender } from './letter.ts'
import { defineLetter, typed } from './letter-kinds.ts'

const found = z.object({ kind: z.enum(recordKinds), q: z.string() })

export const schoolNotice = defineLetter(
  'school-notice',
  z.object({
    title: z.string(),
    /** Says what happened and what to do; missing if the title says everything. */
    lead: typed(z.optional(z.string())),
    facts: typed(z.array(z.tuple([z.string(), z.string()]))),
    record: typed(z.optional(found)),
    replyTo: typed(z.optional(z.string())),
  }),
  (data, sender) => ({
    subject: data.title,
    paragraphs: [data.lead ?? data.title],
    facts: data.facts ?? [],
    link: linkTo(data.record ?? null, sender),
    replyTo: data.replyTo,
  }),
  { isForSchool: true },
)

export const schoolDigest = defineLetter(
  'school-digest',
  z.object({
    count: z.number(),
    notices: typed(z.array(z.object({ at: z.string(), title: z.string(), record: z.nullish(found) }))),
  }),
  ({ count, notices }, sender) => ({
    subject: text.digestSubject({ count }),
    paragraphs: [text.digestLead],
    links: (notices ?? []).map(({ at, title, record }) => ({
      label: text.noticeAt({ at: instantInWords(at), title }),
      url: linkTo(record ?? null, sender).url,
    })),
  }),
  // The notice may be about orders, so its readers need the right to see orders.
  { isForSchool: true, right: 'orders' },
)

/** The record is in the address's hash, which browsers never send to a server. */
function linkTo(record: z.output<typeof found> | null, { siteUrl }: Sender): Link {
  const office = `${siteUrl}/admin`
  const section = record && recordTable[record.kind].section
  if (!section) return { label: text.openOffice, url: office }
  const search = new URLSearchParams({ q: record.q })
  return { label: text.openInOffice, url: `${office}#${section}?${search}` }
}
