import type { Transaction } from 'kysely'
import type { EnquiriesQuery, Enquiry, EnquiryForm } from '../../../contract/enquiries.ts'
import { DomainError } from '../../../contract/errors.ts'
import type { Schema } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../deps.ts'
import { presentEnquiry } from './enquiries.presenter.ts'
import {
  type EnquiryRow,
  insertEnquiry,
  listEnquiryPage,
  lockEnquiry,
  setEnquiryAnswered,
  setEnquiryDeleted,
} from './enquiries.repository.ts'

export type EnquiriesService = ReturnType<typeof createEnquiriesService>

/** Questions about the hall, a corporate event, or anything else (reading B11). */
export function createEnquiriesService({ db, clock, ids, outbox, audit, bin }: Deps) {
  return {
    /** Keeps the enquiry and promises two messages: to whoever asked, and to the school. */
    async send(tx: Transaction<Schema>, form: EnquiryForm, schoolEmail: string): Promise<void> {
      const id = ids.id()
      await insertEnquiry(tx, {
        id,
        name: form.fullname,
        email: form.emailaddress,
        phone: form.phoneno,
        kind: form.enquiry,
        question: form.question || null,
        created_at: clock.now(),
      })
      await outbox.add(
        tx,
        {
          cause: `enquiry:${id}:received`,
          template: 'enquiry-received',
          channel: 'email',
          recipient: form.emailaddress,
          data: { name: form.fullname, kind: form.enquiry },
        },
        {
          cause: `enquiry:${id}:school`,
          template: 'school-notice',
          channel: 'email',
          recipient: schoolEmail,
          data: {
            title: `New enquiry: ${form.enquiry}`,
            facts: [
              ['Name', form.fullname],
              ['Email', form.emailaddress],
              ['Phone', form.phoneno],
              ...(form.question ? [['Question', form.question] satisfies [string, string]] : []),
            ],
          },
        },
      )
    },

    /** One page, newest first unless told. */
    async list(query: EnquiriesQuery): Promise<{ enquiries: Enquiry[]; next: string | null }> {
      const { rows, next } = await listEnquiryPage(db.read, query)
      return { enquiries: rows.map(presentEnquiry), next }
    },

    /** Somebody answered it, or it waits again. @throws `not_found` */
    async mark(id: string, isAnswered: boolean, by: Actor): Promise<Enquiry> {
      return db.transaction(async (tx) => {
        const row = await lockEnquiry(tx, id)
        if (row === undefined) throw gone()
        if ((row.answered_at !== null) === isAnswered) return presentEnquiry(row)
        const answeredAt = isAnswered ? clock.now() : null
        await setEnquiryAnswered(tx, id, answeredAt)
        await audit.record(tx, {
          by,
          action: 'changed',
          kind: 'enquiry',
          id,
          title: titleOf(row),
          before: { answered: !isAnswered },
          after: { answered: isAnswered },
        })
        return presentEnquiry({ ...row, answered_at: answeredAt })
      })
    },

    /** Into the bin. @throws `not_found` */
    async delete(id: string, by: Actor): Promise<void> {
      await db.transaction(async (tx) => {
        const row = await setEnquiryDeleted(tx, id, clock.now())
        if (row === undefined) throw gone()
        const { name, email, phone, kind, question } = row
        await bin.put(tx, {
          by,
          kind: 'enquiry',
          id,
          title: titleOf(row),
          before: { name, email, phone, enquiry: kind, question },
        })
      })
    },

    async restore(tx: Transaction<Schema>, id: string): Promise<void> {
      await setEnquiryDeleted(tx, id, null)
    },
  }
}

const titleOf = ({ name, kind }: EnquiryRow) => `${name}: ${kind}`

function gone(): DomainError {
  return new DomainError('not_found', { message: 'This enquiry is gone. Somebody may have deleted it.' })
}
