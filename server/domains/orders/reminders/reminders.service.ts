import type { Selectable } from 'kysely'
import type { EndpointResponse, ParsedInput } from '../../../../contract/endpoint.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import * as general from '../../../../contract/fields.en.ts'
import { remindersMax, type setReminder } from '../../../../contract/orders/reminders.ts'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import { changesRow } from '../../../db/guards.ts'
import type { Queryable, Schema, Tx } from '../../../db/schema.ts'
import type { Caller } from '../../../http/context.ts'
import type { OrderDeps } from '../orders.deps.ts'
import type { OrdersService } from '../orders.service.ts'
import { yearlyReminder } from './reminders.letters.ts'
import { dueOccasion, nextDay, nextLetter, type Occasion } from './yearly.ts'

export type RemindersService = ReturnType<typeof createRemindersService>

type Wish = ParsedInput<typeof setReminder>['body']
type Answer = EndpointResponse<typeof setReminder>['data']
type Buyer = Pick<Caller, 'userId' | 'email'>
type Order = NonNullable<Awaited<ReturnType<OrdersService['findPlaced']>>>

const lettersARound = 50
const none: Answer = { occasionOn: null, letterOn: null }

export function createRemindersService(
  { db, clock, ids, links, outbox }: Pick<OrderDeps, 'db' | 'clock' | 'ids' | 'links' | 'outbox'>,
  orders: Pick<OrdersService, 'findPlaced'>,
) {
  async function add(tx: Tx, order: Order, day: string) {
    await outbox.lockRecipient(tx, order.email)
    const others = await tx
      .selectFrom('yearly_reminder')
      .innerJoin('shop_order', 'shop_order.id', 'yearly_reminder.order_id')
      .select(['yearly_reminder.id', 'order_id', 'occasion_on', 'due_at', 'delivery_day'])
      .where('email', '=', order.email)
      .execute()
    const known = others.find(({ order_id }) => order_id === order.id)
    if (known !== undefined) return presentOccasion({ on: known.occasion_on, dueAt: known.due_at })
    const replaced = others.filter(({ delivery_day }) => delivery_day?.slice(5) === day.slice(5))
    if (others.length - replaced.length >= remindersMax) {
      throw refusal('reminders-full', { facts: { max: remindersMax } })
    }
    for (const { id } of replaced) await deleteReminder(tx, id)
    const now = clock.now()
    const next = nextLetter(day, now)
    const columns = { occasion_on: next.on, due_at: next.dueAt, created_at: now }
    await tx
      .insertInto('yearly_reminder')
      .values({ id: ids.id(), order_id: order.id, ...columns })
      .execute()
    return presentOccasion(next)
  }

  /** Sends a yearly reminder once, even if several processes try, and never about a cancelled order. */
  async function tell(tx: Tx, row: ReminderRow) {
    const order = await orders.findPlaced(tx, row.order_id)
    const day = order?.delivery_day
    if (order === undefined || !day || order.status === 'cancelled') {
      return deleteReminder(tx, row.id)
    }
    const now = clock.now()
    if (!(await postpone(tx, row, nextLetter(day, now)))) return
    const occasion = dueOccasion(day, now)
    if (occasion === null) return
    await outbox.tell(tx, {
      to: order,
      isProved: order.proved_at !== null,
      cause: `order:${order.id}:reminder:${occasion.on}`,
      words: yearlyReminder({
        name: order.customer_name,
        recipientName: order.recipient_name,
        occasion: order.occasion,
        day: occasion.on,
        orderId: order.id,
        reminderId: row.id,
      }),
    })
  }

  return {
    async set(tx: Tx, id: string, { email, isWanted }: Wish, caller: Caller | null) {
      const order = await orders.findPlaced(tx, id)
      if (order === undefined) throw refusal('order-unknown')
      await requireBuyer(tx, order, email, caller)
      if (!isWanted) {
        await tx.deleteFrom('yearly_reminder').where('order_id', '=', id).execute()
        return none
      }
      const day = order.delivery_day
      if (day === null || order.status === 'pending' || order.status === 'cancelled') {
        throw refusal('reminder-unconfirmed')
      }
      return add(tx, order, day)
    },

    async end(tx: Tx, token: string) {
      const id = links.read('reminder', token)
      if (id === null) throw refusal('link-of-others')
      await deleteReminder(tx, id)
    },

    async tellDue(): Promise<number> {
      const due = await db.read
        .selectFrom('yearly_reminder')
        .selectAll()
        .where('due_at', '<=', clock.now())
        .orderBy('due_at')
        .orderBy('id')
        .limit(lettersARound)
        .execute()
      for (const row of due) await db.transaction((tx) => tell(tx, row))
      return due.length
    },

    async recipientOf(caller: Buyer, id: string) {
      const order = await orders.findPlaced(db.read, id)
      if (order === undefined || !(await isBuyer(db.read, order, caller))) throw refusal('order-unknown')
      const day = order.delivery_day
      const reminder = await db.read
        .selectFrom('yearly_reminder')
        .select('id')
        .where('order_id', '=', id)
        .executeTakeFirst()
      return {
        recipientName: order.recipient_name ?? '',
        recipientPhone: order.recipient_phone ?? '',
        address: order.address ?? '',
        area: order.area ?? '',
        landmark: order.landmark ?? '',
        pincode: order.pincode ?? '',
        occasion: order.occasion ?? '',
        day: day && nextDay(day, clock.now()).on,
        isReminded: reminder !== undefined,
      }
    },
  }
}

/** True if the caller placed the order, or has a verified account with the order's e-mail address. */
async function isBuyer(source: Queryable, order: Order, { userId, email }: Buyer): Promise<boolean> {
  if (order.user_id !== null) return order.user_id === userId
  if (order.email !== email) return false
  const user = await source
    .selectFrom('user')
    .select('emailVerified')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.emailVerified === 1
}

/** Admits the buyer's account, and any caller who enters the order's e-mail address. @throws `validation_failed` */
async function requireBuyer(
  source: Queryable,
  order: Order,
  email: string | undefined,
  caller: Caller | null,
) {
  if (caller !== null && (await isBuyer(source, order, caller))) return
  if (email === undefined) {
    throw new DomainError('validation_failed', { fields: { email: general.emailRequired } })
  }
  if (order.email !== email) throw refusal('order-other-email', { at: 'email' })
}

function presentOccasion({ on, dueAt }: Occasion): Answer {
  return { occasionOn: on, letterOn: schoolDayOf(Date.parse(dueAt)) }
}

type ReminderRow = Selectable<Schema['yearly_reminder']>

async function deleteReminder(db: Queryable, id: string) {
  await db.deleteFrom('yearly_reminder').where('id', '=', id).execute()
}

/** Moves the reminder to its next year; true for exactly one caller. */
function postpone(db: Queryable, { id, due_at }: ReminderRow, next: Occasion): Promise<boolean> {
  return changesRow(
    db
      .updateTable('yearly_reminder')
      .set({ occasion_on: next.on, due_at: next.dueAt })
      .where('id', '=', id)
      .where('due_at', '=', due_at),
  )
}
