import * as z from 'zod/mini'
import { defineLetter, typed } from './letter-kinds.ts'

export const schoolNotice = defineLetter(
  'school-notice',
  z.object({ title: z.string(), facts: typed(z.array(z.tuple([z.string(), z.string()]))) }),
  (data, sender) => ({
    subject: data.title,
    paragraphs: [data.title],
    facts: data.facts ?? [],
    link: { label: 'Open the back office', url: `${sender.siteUrl}/admin` },
    isTextOnly: true,
  }),
  { isForSchool: true },
)
