import { type Selectable, type SqlBool, sql } from 'kysely'
import { type EnquiriesQuery, type Enquiry, type EnquiryForm, enquiry } from '../../../contract/enquiries.ts'
import { type PageList, presentPage, readPage } from '../../db/page.ts'
import type { Schema, Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import { schoolNotice } from '../../platform/messages/school-notice.ts'
import { presented } from '../../platform/presented.ts'
import { recordsOf } from '../../platform/records.ts'
import type { Deps } from '../deps.ts'
import { enquiryReceived } from './enquiries.letters.ts'

export type EnquiriesService = ReturnType<typeof createEnquiriesService>

type EnquiryRow = Selectable<Schema['enquiry']>

const enquiryList: PageList<EnquiriesQuery> = {
  sorts: {
    newest: ['desc', 'created_at'],
    oldest: ['asc', 'created_at'],
  },
  tie: ['id'],
  words: ['name', 'email', 'phone', 'kind', "coalesce(question, '')"],
  filters: {
    enquiry: 'kind',
    answered: (asked) => sql<SqlBool>`answered_at is ${sql.raw(asked === 'yes' ? 'not null' : 'null')}`,
  },
}

export function createEnquiriesService(deps: Deps) {
  const { db, clock, ids, outbox, audit } = deps
  const titleOf = ({ name, kind }: EnquiryRow) => `${name}: ${kind}`
  const records = recordsOf(deps, 'enquiry', {
    title: titleOf,
    fields: ({ name, email, phone, kind, question }) => ({ name, email, phone, enquiry: kind, question }),
  })

  return {
    async send(tx: Tx, form: EnquiryForm): Promise<void> {
      const id = ids.id()
      const row = {
        id,
        name: form.fullname,
        email: form.emailaddress,
        phone: form.phoneno,
        kind: form.enquiry,
        question: form.question || null,
        created_at: clock.now(),
      }
      await tx.insertInto('enquiry').values(row).execute()
      await outbox.tell(
        tx,
        {
          to: { email: form.emailaddress },
          cause: `enquiry:${id}:received`,
          words: enquiryReceived({ name: form.fullname, kind: form.enquiry }),
        },
        {
          to: 'school',
          cause: `enquiry:${id}:school`,
          words: schoolNotice({
            title: `New enquiry: ${form.enquiry}`,
            facts: [
              ['Name', form.fullname],
              ['Email', form.emailaddress],
              ['Phone', form.phoneno],
              ...(form.question ? [['Question', form.question] satisfies [string, string]] : []),
            ],
          }),
        },
      )
    },

    list(query: EnquiriesQuery) {
      const rows = db.read.selectFrom('enquiry').selectAll().where('deleted_at', 'is', null)
      return presentPage(readPage(rows, enquiryList, query), presentEnquiry)
    },

    async mark(id: string, isAnswered: boolean, by: Actor): Promise<Enquiry> {
      return db.transaction(async (tx) => {
        const row = await records.lock(tx, id)
        if ((row.answered_at !== null) === isAnswered) return presentEnquiry(row)
        const answeredAt = isAnswered ? clock.now() : null
        await tx.updateTable('enquiry').set({ answered_at: answeredAt }).where('id', '=', id).execute()
        const about = { kind: 'enquiry', id, title: titleOf(row) } as const
        await audit.record(tx, {
          by,
          action: 'changed',
          ...about,
          before: { answered: !isAnswered },
          after: { answered: isAnswered },
        })
        return presentEnquiry({ ...row, answered_at: answeredAt })
      })
    },

    delete: records.remove,
    restore: records.restore,
  }
}

function presentEnquiry(row: EnquiryRow): Enquiry {
  return presented(enquiry, row, {
    fullname: row.name,
    emailaddress: row.email,
    phoneno: row.phone,
    enquiry: row.kind,
  })
}
