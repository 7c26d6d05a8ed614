import { sql } from 'kysely'
import type { FloristOrder, Market } from '../../../contract/orders/florist.ts'
import type { OrderStatus } from '../../../contract/orders/order-facts.ts'
import { listLimitMax } from '../../../contract/primitives.ts'
import { stemSum, stemsInFile } from '../../../contract/store/recipe-facts.ts'
import type { Morning } from '../../../contract/system/dashboard.ts'
import type { Queryable } from '../../db/open.ts'
import type { ReportDeps } from '../../domains/deps.ts'
import {
  lineName,
  listAttempts,
  listItems,
  listPhotographs,
  type OrderItemRow,
  type OrderRow,
  presentCorrected,
  presentLine,
  presentPhotographs,
  slotOf,
} from '../../domains/orders/index.ts'
import { listPictures } from '../../domains/store/index.ts'
import { addDays, instantOf } from '../../platform/clock.ts'
import { pictureOf } from '../../platform/pictures.ts'

const toMake = ['confirmed', 'processing'] as const
const onTheList = [...toMake, 'shipped', 'delivered', 'completed'] as const

const shownToday = 5

function stateOf({ status, ready_at }: Pick<OrderRow, 'status' | 'ready_at'>) {
  if (status === 'delivered' || status === 'completed') return 'done'
  if (status === 'shipped') return 'on-the-way'
  return ready_at === null ? 'to-make' : 'ready'
}

/**
 * No index contains `coalesce`, so SQLite does not use one here. On the bare column it would use the index of statuses,
 * and read nearly all orders.
 */
const statusOf = sql<OrderStatus>`coalesce(shop_order.status, '')`

export function createFloristReport({ db, clock }: ReportDeps) {
  const { read } = db

  async function market(span: { from?: string | undefined; to?: string | undefined }): Promise<Market> {
    const from = span.from ?? span.to ?? clock.today()
    const to = span.to ?? from
    const lines = await madeIn(read, from, to)
      .innerJoin('shop_order_item', 'shop_order_item.order_id', 'shop_order.id')
      .leftJoin('product', 'product.id', 'shop_order_item.product_id')
      .select([
        'shop_order_item.product_id',
        'shop_order_item.product_name as name',
        'shop_order_item.size_id',
        'shop_order_item.size_name as size',
        'product.is_addon',
        sql<number>`cast(sum(shop_order_item.quantity) as integer)`.as('count'),
      ])
      .where(statusOf, 'in', toMake)
      .where('shop_order.ready_at', 'is', null)
      .groupBy([
        'shop_order_item.product_id',
        'shop_order_item.product_name',
        'shop_order_item.size_id',
        'shop_order_item.size_name',
        'product.is_addon',
      ])
      .orderBy('shop_order_item.product_name')
      .limit(listLimitMax)
      .execute()
    const batches = await taughtIn(read, from, to)
    const recipeOf = await recipesOf(read, {
      productIds: lines.flatMap(({ product_id }) => product_id ?? []),
      courseIds: batches.map(({ course_id }) => course_id),
    })
    const wanted = [
      ...lines.map(({ product_id, size_id, is_addon, ...line }) => {
        const stems = recipeOf(product_id, size_id)
        return { kind: 'product' as const, ...line, isAddon: is_addon === 1, stems }
      }),
      ...batches.map(({ course_id, ...batch }) => {
        const stems = recipeOf(course_id, null)
        return { kind: 'course' as const, size: null, ...batch, isAddon: false, stems }
      }),
    ]
    return {
      from,
      to,
      flowers: sumOf(wanted),
      orders: await countOrders(read, from, to, toMake, true),
      students: batches.reduce((sum, { count }) => sum + count, 0),
      unpaid: await countOrders(read, from, to, ['pending'], false),
      // Add-ons such as a vase or a card contain no flowers, so they need no recipe.
      without: wanted.flatMap(({ stems, isAddon, kind, name, size, count }) =>
        stems === undefined && !isAddon ? [{ kind, name, size, count }] : [],
      ),
    }
  }

  /** Counts today's orders by what is left to do, and names the first that are not delivered yet. */
  async function today(): Promise<NonNullable<Morning['ordersToday']>> {
    const rows = await dayOf(clock.today())
      .select(['shop_order.id', 'shop_order.number', 'shop_order.way', 'shop_order.ready_at'])
      .select(['shop_order.status', 'shop_order.customer_name', 'shop_order.recipient_name'])
      .select(['shop_order.slot_name', 'shop_order.window_from', 'shop_order.window_to'])
      .execute()
    const states = rows.map((row) => ({ ...row, state: stateOf(row) }))
    const open = states.filter(({ state }) => state !== 'done')
    const first = open.slice(0, shownToday)
    const items = Map.groupBy(
      await listItems(
        read,
        first.map(({ id }) => id),
      ),
      ({ order_id }) => order_id,
    )
    const count = (state: (typeof states)[number]['state']) =>
      states.filter((row) => row.state === state).length
    return {
      toMake: count('to-make'),
      ready: count('ready'),
      onTheWay: count('on-the-way'),
      done: count('done'),
      first: first.map((row) => ({
        id: row.id,
        ordernumber: row.number,
        way: row.way,
        recipientName: row.recipient_name ?? row.customer_name,
        what: (items.get(row.id) ?? []).map((item) => `${item.quantity} × ${lineName(item)}`).join(', '),
        slot: slotOf(row),
        state: row.state as 'to-make' | 'ready' | 'on-the-way',
      })),
    }
  }

  function dayOf(day: string) {
    return ordersIn(read, day, day)
      .where(statusOf, 'in', onTheList)
      .orderBy('shop_order.window_from')
      .orderBy('shop_order.zone_name')
      .orderBy('shop_order.number')
      .limit(listLimitMax)
  }

  return {
    market,
    today,

    async day(asked: string | undefined) {
      const day = asked ?? clock.today()
      const rows = await dayOf(day).selectAll().execute()
      return {
        day,
        orders: await presentOrders(read, rows),
        unpaid: await countOrders(read, day, day, ['pending'], false),
      }
    },
  }
}

/**
 * Finds the orders for these days, and overnight orders for the day after. The delivery of an overnight order begins on
 * the evening before, so it is made on that day. The index `shop_order_delivery` finds all of them.
 */
function ordersIn(db: Queryable, from: string, to: string) {
  const next = addDays(to, 1)
  return db
    .selectFrom('shop_order')
    .where('shop_order.delivery_day', '>=', from)
    .where('shop_order.delivery_day', '<=', next)
    .where((eb) =>
      eb.or([
        eb('shop_order.delivery_day', '<=', to),
        eb('shop_order.window_from', '<', instantOf(next, '00:00')),
      ]),
    )
}

/**
 * Finds the batches taught on these days. A recipe is for all sessions of a batch, so a day needs only the share of its
 * sessions. A batch without sessions needs the whole recipe on its first day.
 */
async function taughtIn(db: Queryable, from: string, to: string) {
  const taught = db
    .selectFrom('batch')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .select(['batch.id', 'batch.course_id', 'course.title as name', 'batch.taken'])
    .where('batch.taken', '>', 0)
    .where('batch.cancelled_at', 'is', null)
    .where('course.deleted_at', 'is', null)
    .orderBy('course.title')
    .orderBy('batch.starts_on')
    .limit(listLimitMax)
  const [whole, inPart] = await Promise.all([
    taught
      .where('batch.ends_on', 'is', null)
      .where('batch.starts_on', '>=', from)
      .where('batch.starts_on', '<=', to)
      .execute(),
    taught
      .innerJoin('meeting', 'meeting.batch_id', 'batch.id')
      .where('meeting.cancelled_at', 'is', null)
      // The condition is on the days of the sessions. A condition on the days of the batches would read all past
      // batches.
      .where('batch.id', 'in', (eb) =>
        eb
          .selectFrom('meeting as held')
          .select('held.batch_id')
          .where('held.held_on', '>=', from)
          .where('held.held_on', '<=', to)
          .where('held.cancelled_at', 'is', null),
      )
      .select([
        sql<number>`cast(count(*) as integer)`.as('all'),
        sql<number>`cast(sum(case when meeting.held_on >= ${from} and meeting.held_on <= ${to} then 1 else 0 end) as integer)`.as(
          'here',
        ),
      ])
      .groupBy(['batch.id', 'batch.course_id', 'course.title', 'batch.taken', 'batch.starts_on'])
      .execute(),
  ])
  const met = [
    ...whole.map((batch) => ({ ...batch, share: 1 })),
    ...inPart.map(({ all, here, ...batch }) => ({ ...batch, share: here / all })),
  ]
  return [...Map.groupBy(met, ({ course_id }) => course_id)].map(([id, batches]) => ({
    course_id: id,
    name: batches[0]?.name ?? '',
    count: batches.reduce((sum, { taken }) => sum + taken, 0),
    recipes: batches.reduce((sum, { taken, share }) => sum + taken * share, 0),
  }))
}

/**
 * Leaves out overnight orders for the first day, because they were made and their flowers were bought on the day
 * before.
 */
function madeIn(db: Queryable, from: string, to: string) {
  return ordersIn(db, from, to).where('shop_order.window_from', '>=', instantOf(from, '00:00'))
}

async function countOrders(
  db: Queryable,
  from: string,
  to: string,
  statuses: readonly ((typeof onTheList)[number] | 'pending')[],
  isUntied: boolean,
): Promise<number> {
  const { count } = await madeIn(db, from, to)
    .select(sql<number>`cast(count(*) as integer)`.as('count'))
    .where(statusOf, 'in', statuses)
    .$if(isUntied, (rows) => rows.where('shop_order.ready_at', 'is', null))
    .executeTakeFirstOrThrow()
  return count
}

async function recipesOf(
  db: Queryable,
  { productIds, courseIds }: { productIds: readonly string[]; courseIds: readonly string[] },
) {
  const stems = await db
    .selectFrom('recipe')
    .innerJoin('recipe_stem', 'recipe_stem.recipe_id', 'recipe.id')
    .innerJoin('flower', 'flower.id', 'recipe_stem.flower_id')
    .select([
      'recipe.product_id',
      'recipe.size_id',
      'recipe.course_id',
      'recipe_stem.count',
      'recipe_stem.waste_percent as waste',
      'flower.id as flower_id',
      'flower.name as flower',
      'flower.unit',
      'flower.bunch_size',
      'flower.price_in_paise',
    ])
    .where('recipe.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('recipe.product_id', 'in', ['', ...productIds]),
        eb('recipe.course_id', 'in', ['', ...courseIds]),
      ]),
    )
    .orderBy('recipe.id')
    .orderBy('recipe_stem.position')
    .execute()
  const byKey = Map.groupBy(stems, (stem) => `${stem.product_id ?? stem.course_id} ${stem.size_id}`)
  return (id: string | null, sizeId: string | null) => byKey.get(`${id} ${sizeId ?? ''}`)
}

type Stems = NonNullable<ReturnType<Awaited<ReturnType<typeof recipesOf>>>>

function sumOf(
  wanted: readonly { count: number; recipes?: number; stems: Stems | undefined }[],
): Market['flowers'] {
  const sums = new Map<string, { stem: Stems[number]; sum: ReturnType<typeof stemSum> }>()
  for (const { count, recipes = count, stems = [] } of wanted) {
    for (const stem of stems) {
      const one = sums.get(stem.flower_id) ?? { stem, sum: stemSum() }
      sums.set(stem.flower_id, one)
      one.sum.add(stem.count, stem.waste, recipes)
    }
  }
  return [...sums.values()]
    .map(({ stem, sum }) => ({
      flowerId: stem.flower_id,
      name: stem.flower,
      unit: stem.unit,
      bunchSize: stem.bunch_size,
      price: stem.price_in_paise / 100,
      needed: sum.needed(),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

async function presentOrders(db: Queryable, rows: readonly OrderRow[]): Promise<FloristOrder[]> {
  const orderIds = rows.map(({ id }) => id)
  const items = await listItems(db, orderIds)
  const productIds = [...new Set(items.flatMap(({ product_id }) => product_id ?? []))]
  const recipeOf = await recipesOf(db, { productIds, courseIds: [] })
  const pictures = Map.groupBy(await listPictures(db, productIds), ({ product_id }) => product_id)
  const products = await db
    .selectFrom('product')
    .select(['id', 'custom_label'])
    .where('id', 'in', ['', ...productIds])
    .execute()
  const labels = new Map(products.map(({ id, custom_label }) => [id, custom_label]))
  const byOrder = <Row extends { order_id: string }>(rows: readonly Row[]) =>
    Map.groupBy(rows, ({ order_id }) => order_id)
  const itemsOf = byOrder(items)
  const attempts = byOrder(await listAttempts(db, orderIds))
  const photographs = byOrder(await listPhotographs(db, orderIds))
  const firstPictureOf = (productId: string) => {
    const [picture] = pictures.get(productId) ?? []
    return picture ? pictureOf(picture) : null
  }
  const lineOf = (item: OrderItemRow): FloristOrder['lines'][number] => {
    const stems = recipeOf(item.product_id, item.size_id)
    return {
      ...presentLine(item, firstPictureOf),
      customLabel: item.answer === null ? null : (labels.get(item.product_id ?? '') ?? null),
      // A recipe contains additional stems because some break or wilt. The additional stems are bought, but not tied
      // into the bouquet.
      stems: stems ? stemsInFile(stems.map((stem) => ({ ...stem, waste: 0 }))) : null,
    }
  }
  return rows.map((row) => ({
    id: row.id,
    ordernumber: row.number,
    status: row.status,
    way: row.way,
    day: row.delivery_day as string,
    slot: slotOf(row),
    zone: row.zone_name,
    from: row.hides_sender === 1 ? null : row.customer_name,
    recipientName: row.recipient_name ?? row.customer_name,
    ...placeOf(row),
    callPhone: row.calls_buyer === 1 ? row.phone : (row.recipient_phone ?? row.phone),
    callsBuyer: row.calls_buyer === 1,
    note: row.requirements,
    occasion: row.occasion,
    cardMessage: row.card_message,
    substitution: row.substitution,
    lines: (itemsOf.get(row.id) ?? []).map(lineOf),
    readyAt: row.ready_at,
    cardPrintedAt: row.card_printed_at,
    corrected: presentCorrected(row),
    attempts: (attempts.get(row.id) ?? []).map(({ kind, note, at }) => ({ kind, note, at })),
    photographs: presentPhotographs(photographs.get(row.id) ?? []),
  }))
}

function placeOf(row: OrderRow): Pick<FloristOrder, 'address' | 'area' | 'landmark' | 'pincode'> {
  if (row.way === 'pickup') return { address: null, area: null, landmark: null, pincode: null }
  const { address, area, landmark, pincode } = row
  return { address: address ?? row.delivery_address, area, landmark, pincode }
}
