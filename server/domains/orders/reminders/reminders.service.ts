import type { EndpointResponse, ParsedInput } from '../../../../contract/endpoint.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import {
  type getOrderRecipient,
  remindersMax,
  type setReminder,
} from '../../../../contract/orders/reminders.ts'
import { sentences } from '../../../../contract/primitives.ts'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Caller } from '../../../http/context.ts'
import { authSecret } from '../../../platform/secret.ts'
import { createSignedLinks } from '../../../platform/signed-links.ts'
import type { Deps } from '../../deps.ts'
import type { OrdersService } from '../orders.service.ts'
import { yearlyReminder } from './reminders.letters.ts'
import * as repository from './reminders.repository.ts'
import { dueOccasion, nextDay, nextLetter, type Occasion } from './yearly.ts'

export type RemindersService = ReturnType<typeof createRemindersService>

type Wish = ParsedInput<typeof setReminder>['body']
type Answer = EndpointResponse<typeof setReminder>['data']
type Buyer = Pick<Caller, 'userId' | 'email'>
type Order = NonNullable<Awaited<ReturnType<OrdersService['findPlaced']>>>

const lettersARound = 50
const none: Answer = { occasionOn: null, letterOn: null }

export function createRemindersService(
  { db, clock, ids, outbox, config }: Deps,
  orders: Pick<OrdersService, 'findPlaced'>,
) {
  const links = createSignedLinks(authSecret(config))

  /** Reminds of one day of the year once: the newest order of that day takes the place of an older one. */
  async function add(tx: Tx, order: Order, day: string): Promise<Answer> {
    await outbox.lockRecipient(tx, order.email)
    const others = await repository.listOfBuyer(tx, order.email)
    const known = others.find(({ order_id }) => order_id === order.id)
    if (known !== undefined) return answerOf({ on: known.occasion_on, dueAt: known.due_at })
    const replaced = others.filter(({ delivery_day }) => delivery_day?.slice(5) === day.slice(5))
    if (others.length - replaced.length >= remindersMax) {
      throw refusal('reminders-full', { facts: { max: remindersMax } })
    }
    for (const { id } of replaced) await repository.deleteReminder(tx, id)
    const now = clock.now()
    const next = nextLetter(day, now)
    await repository.insertReminder(tx, {
      id: ids.id(),
      order_id: order.id,
      occasion_on: next.on,
      due_at: next.dueAt,
      created_at: now,
    })
    return answerOf(next)
  }

  /** Tells it once, however many processes come to it; a cancelled order is told no more. */
  async function tell(tx: Tx, row: repository.ReminderRow): Promise<void> {
    const order = await orders.findPlaced(tx, row.order_id)
    const day = order?.delivery_day
    if (order === undefined || !day || order.status === 'cancelled') {
      return repository.deleteReminder(tx, row.id)
    }
    const now = clock.now()
    if (!(await repository.moveOn(tx, row, nextLetter(day, now)))) return
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
    /**
     * @throws `not_found`; `validation_failed` for another address than the order's, or none; `conflict` before the
     * order is confirmed; `limit_reached`
     */
    async set(tx: Tx, id: string, { email, isWanted }: Wish, caller: Caller | null): Promise<Answer> {
      const order = await orders.findPlaced(tx, id)
      if (order === undefined) throw refusal('order-unknown')
      await refuseOthers(tx, order, email, caller)
      if (!isWanted) {
        await repository.deleteOfOrder(tx, id)
        return none
      }
      const day = order.delivery_day
      if (day === null || order.status === 'pending' || order.status === 'cancelled') {
        throw refusal('reminder-unconfirmed')
      }
      return add(tx, order, day)
    },

    /** A second call changes nothing. @throws `not_found` for a link that is not ours */
    async end(tx: Tx, token: string): Promise<void> {
      const id = links.read('reminder', token)
      if (id === null) throw refusal('link-of-others')
      await repository.deleteReminder(tx, id)
    },

    /** Promises one round of letters. Answers how many reminders it looked at. */
    async tellDue(): Promise<number> {
      const due = await repository.listDue(db.read, clock.now(), lettersARound)
      for (const row of due) await db.transaction((tx) => tell(tx, row))
      return due.length
    },

    /** @throws `not_found` for an order of somebody else */
    async recipientOf(
      caller: Buyer,
      id: string,
    ): Promise<EndpointResponse<typeof getOrderRecipient>['data']> {
      const order = await orders.findPlaced(db.read, id)
      if (order === undefined || !(await isBuyers(db.read, order, caller))) throw refusal('order-unknown')
      const day = order.delivery_day
      return {
        recipientName: order.recipient_name ?? '',
        recipientPhone: order.recipient_phone ?? '',
        address: order.address ?? '',
        area: order.area ?? '',
        landmark: order.landmark ?? '',
        pincode: order.pincode ?? '',
        occasion: order.occasion ?? '',
        day: day && nextDay(day, clock.now()).on,
        isReminded: await repository.isReminded(db.read, id),
      }
    },
  }
}

/** An order is its account's; a guest's order is the account's whose proved address it has. */
async function isBuyers(source: Queryable, order: Order, { userId, email }: Buyer): Promise<boolean> {
  if (order.user_id !== null) return order.user_id === userId
  return order.email === email && (await repository.isProvedAccount(source, userId))
}

/** Lets the buyer pass, and whoever knows the order's address. @throws `validation_failed` */
async function refuseOthers(
  source: Queryable,
  order: Order,
  email: string | undefined,
  caller: Caller | null,
): Promise<void> {
  if (caller !== null && (await isBuyers(source, order, caller))) return
  if (email === undefined) {
    throw new DomainError('validation_failed', { fields: { email: sentences.emailRequired } })
  }
  if (order.email !== email) throw refusal('order-other-email', { at: 'email' })
}

function answerOf({ on, dueAt }: Occasion): Answer {
  return { occasionOn: on, letterOn: schoolDayOf(Date.parse(dueAt)) }
}
