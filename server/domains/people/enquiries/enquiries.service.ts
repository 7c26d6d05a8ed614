import type { Selectable } from 'kysely'
import { refusal } from '../../../../contract/errors.ts'
import { type ConcernForm } from '../../../../contract/orders/concerns.ts'
import { concernWords } from '../../../../contract/orders/orders.en.ts'
import { type EnquiriesQuery, type Enquiry, enquiry } from '../../../../contract/people/enquiries.ts'
import type { EnquiryForm } from '../../../../contract/people/enquiry-form.ts'
import { dayInWords } from '../../../../contract/words.ts'
import type { Queryable } from '../../../db/open.ts'
import { countValues, hasValue, onDaysOf, type PageList, readPage } from '../../../db/page.ts'
import type { Schema, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { schoolNotice } from '../../../platform/messages/school-notice.ts'
import { pictureColumns, pictureOf, type StoredPicture } from '../../../platform/pictures.ts'
import { presented } from '../../../platform/presented.ts'
import { recordsOf } from '../../../platform/records.ts'
import type { Deps } from '../../deps.ts'
import type { PrivatePicturesService, Sender } from '../../school/index.ts'
import { answeredColumns } from '../answered.ts'
import { concernNotice, enquiryNotice, enquiryStored } from '../people.letters.en.ts'
import { concernReceived, enquiryReceived } from './enquiries.letters.ts'

export type EnquiriesService = ReturnType<typeof createEnquiriesService>

type ConcernedOrder = Pick<
  Selectable<Schema['shop_order']>,
  'id' | 'number' | 'customer_name' | 'email' | 'phone'
>

export function createEnquiriesService(deps: Deps, privatePictures: PrivatePicturesService) {
  const { db, clock, ids, outbox, audit } = deps
  const titleOf = ({ name, kind }: EnquiryRow) => `${name}: ${kind}`
  const records = recordsOf(deps, 'enquiry', {
    find: findEnquiry,
    title: titleOf,
    fields: ({ name, email, phone, kind, question, order_number: order, concern }) => ({
      name,
      email,
      phone,
      enquiry: kind,
      question,
      ...(order !== null && { order, concern }),
    }),
  })

  async function present(source: Queryable, rows: readonly EnquiryRow[]) {
    const concerns = rows.flatMap(({ id, order_id }) => (order_id === null ? [] : [id]))
    const photographs = Map.groupBy(await listPhotographs(source, concerns), ({ enquiry_id }) => enquiry_id)
    return rows.map((row) =>
      presented(enquiry, row, {
        fullname: row.name,
        emailaddress: row.email,
        phoneno: row.phone,
        enquiry: row.kind,
        order:
          row.order_id === null || row.order_number === null
            ? null
            : { id: row.order_id, ordernumber: row.order_number },
        photographs: (photographs.get(row.id) ?? []).flatMap(
          (picture) => pictureOf(picture, privatePictures.links) ?? [],
        ),
      }),
    )
  }

  return {
    /** @throws `validation_failed` if the hall is requested for a past or closed day */
    async send(tx: Tx, form: EnquiryForm) {
      const { day } = form
      if (day && day < clock.today()) throw refusal('enquiry-day-over', { at: 'day' })
      const closedFor = day ? await findClosing(tx, day) : null
      if (day && closedFor) throw refusal('enquiry-day-closed', { at: 'day', facts: { day, closedFor } })
      const question = [day && enquiryStored.forDay({ day: dayInWords(day) }), form.question]
        .filter(Boolean)
        .join('\n')
      const id = ids.id()
      const row = {
        id,
        name: form.fullname,
        email: form.emailaddress,
        phone: form.phoneno,
        kind: form.enquiry,
        question: question || null,
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
            title: enquiryNotice.title({ kind: form.enquiry }),
            record: { kind: 'enquiry', q: form.emailaddress },
            replyTo: form.emailaddress,
            facts: [
              [enquiryNotice.name, form.fullname],
              [enquiryNotice.email, form.emailaddress],
              [enquiryNotice.phone, form.phoneno],
              ...(question ? [[enquiryNotice.question, question] satisfies [string, string]] : []),
            ],
          }),
        },
      )
    },

    /**
     * Stores a report of a problem with an order. The caller has checked that the buyer sends it. @throws
     * `limit_reached`
     */
    async addConcern(
      tx: Tx,
      order: ConcernedOrder,
      { what, words }: Omit<ConcernForm, 'email'>,
      photographs: readonly StoredPicture[],
      sender: Sender,
    ) {
      const id = ids.id()
      const row = {
        id,
        name: order.customer_name,
        email: order.email,
        phone: order.phone,
        kind: enquiryStored.concern,
        question: words,
        created_at: clock.now(),
        order_id: order.id,
        concern: what,
      }
      await tx.insertInto('enquiry').values(row).execute()
      for (const [position, photograph] of photographs.entries()) {
        await privatePictures.record(tx, photograph, sender)
        const shown = { enquiry_id: id, position, picture_base: photograph.base }
        await tx.insertInto('enquiry_picture').values(shown).execute()
      }
      const facts = { name: order.customer_name, number: order.number, concern: concernWords[what] }
      await outbox.tell(
        tx,
        {
          to: order,
          cause: `enquiry:${id}:received`,
          words: concernReceived({ ...facts, path: `/orders/${order.id}` }),
          // The buyer has paid and can send only three reports for an order, so the limits against strangers do not
          // apply.
          isOwed: true,
          isProved: true,
          isPaid: true,
        },
        {
          to: 'school',
          cause: `enquiry:${id}:school`,
          words: schoolNotice({
            title: concernNotice.title({ number: order.number }),
            record: { kind: 'enquiry', q: order.number },
            replyTo: order.email,
            facts: [
              [concernNotice.order, order.number],
              [concernNotice.concern, facts.concern],
              [concernNotice.message, words],
              [
                concernNotice.photographs,
                photographs.length === 0
                  ? concernNotice.noPhotographs
                  : concernNotice.photographsInOffice({ count: photographs.length }),
              ],
              [concernNotice.name, order.customer_name],
              [concernNotice.email, order.email],
              [concernNotice.phone, order.phone],
            ],
          }),
        },
      )
    },

    /** Lists the times of all reports about an order, newest first. Deleted reports are included. */
    async listConcernTimes(source: Queryable, orderId: string) {
      const concerns = source.selectFrom('enquiry').select('created_at').where('order_id', '=', orderId)
      const rows = await concerns.orderBy('created_at', 'desc').execute()
      return rows.map(({ created_at }) => created_at)
    },

    async listConcerns(source: Queryable, orderId: string) {
      const concerns = livingEnquiries(source).where('enquiry.order_id', '=', orderId)
      const newest = concerns.orderBy('enquiry.created_at', 'desc').orderBy('enquiry.id')
      return present(source, await newest.execute())
    },

    async list(query: EnquiriesQuery) {
      const { rows, next } = await readPage(livingEnquiries(db.read), enquiryList, query)
      return { rows: await present(db.read, rows), next }
    },

    async mark(id: string, isAnswered: boolean, by: Actor) {
      return db.transaction(async (tx) => {
        const row = await records.lock(tx, id)
        const columns = answeredColumns(row, isAnswered, clock.now())
        const [marked] = await present(tx, [{ ...row, ...columns }])
        if (columns === null) return marked as Enquiry
        await tx.updateTable('enquiry').set(columns).where('id', '=', id).execute()
        const about = { action: 'changed', kind: 'enquiry', id, title: titleOf(row) } as const
        const answered = { before: { answered: !isAnswered }, after: { answered: isAnswered } }
        await audit.record(tx, { by, ...about, ...answered })
        return marked as Enquiry
      })
    },

    delete: records.remove,
    restore: records.restore,
  }
}

type EnquiryRow = NonNullable<Awaited<ReturnType<typeof findEnquiry>>>

const enquiryList: PageList<EnquiriesQuery> = {
  sorts: {
    newest: ['desc', 'enquiry.created_at'],
    oldest: ['asc', 'enquiry.created_at'],
  },
  tie: ['enquiry.id'],
  words: [
    'enquiry.name',
    'enquiry.email',
    'enquiry.phone',
    'enquiry.kind',
    "coalesce(enquiry.question, '')",
    "coalesce(shop_order.number, '')",
  ],
  filters: {
    enquiry: 'enquiry.kind',
    answered: hasValue('enquiry.answered_at'),
    ...onDaysOf('enquiry.created_at'),
  },
}

export const countEnquiries = (db: Queryable) =>
  countValues(db, livingEnquiries(db), enquiryList, 'answered', ['no', 'yes'])

function livingEnquiries(db: Queryable) {
  return db
    .selectFrom('enquiry')
    .leftJoin('shop_order', 'shop_order.id', 'enquiry.order_id')
    .selectAll('enquiry')
    .select('shop_order.number as order_number')
    .where('enquiry.deleted_at', 'is', null)
}

function findEnquiry(db: Queryable, id: string) {
  return livingEnquiries(db).where('enquiry.id', '=', id).executeTakeFirst()
}

async function listPhotographs(db: Queryable, enquiryIds: readonly string[]) {
  if (enquiryIds.length === 0) return []
  return db
    .selectFrom('enquiry_picture')
    .innerJoin('picture', 'picture.base', 'enquiry_picture.picture_base')
    .select('enquiry_picture.enquiry_id')
    .select(pictureColumns)
    .where('enquiry_picture.enquiry_id', 'in', enquiryIds)
    .orderBy('enquiry_picture.position')
    .execute()
}

/** Returns why the school is closed all day. Undefined if the school is open, or closed for some hours only. */
async function findClosing(db: Queryable, day: string) {
  const closings = db.selectFrom('delivery_day').select('closed_for')
  const row = await closings.where((eb) => eb.and({ day, closed_from: null })).executeTakeFirst()
  return row?.closed_for
}
