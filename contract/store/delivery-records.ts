import * as z from 'zod/mini'
import { endpointGroup } from '../endpoint.ts'
import {
  id,
  instant,
  line,
  nameList,
  patchOf,
  rupees,
  schoolDay,
  sortedQuery,
  timeOfDay,
  version,
  wrapped,
} from '../primitives.ts'
import { recordAt } from '../record-endpoints.ts'
import {
  addedIn,
  cellsIn,
  changedIn,
  type FieldNames,
  field,
  importColumnsIn,
  listField,
  numberOrNone,
  plainField,
  requiredRupees,
  requiredText,
  rupeesOrNone,
  shownIn,
  wholeNumber,
} from '../record-fields.ts'
import { cell, orBlank, spreadsheetDay, spreadsheetHour } from '../row-import.ts'
import { grouped, timeInWords } from '../words.ts'
import { type DeliveryWay, deliveryWays } from './delivery-facts.ts'

const stored = { id, created_at: instant, version }
const feeSentence = 'Enter a fee of 0 or more, with at most 2 decimal places'
const fee = rupees(feeSentence)

const ordersMax = 9999
const ordersSentence = `Enter a whole number from 0 to ${grouped(ordersMax)}, or leave it blank`
const orders = wholeNumber(/^\d{1,4}$/, 0, ordersMax, ordersSentence)

// Delivery zones

export const zonePincodesMax = 500
const pincodesSentence =
  'Enter six-digit pincodes, or the digits that pincodes start with, separated by commas'

/**
 * Reads pincodes from a text or a list. `600 004` is one pincode with a blank, but `600004 600017` are two pincodes.
 */
function readPincodes(typed: unknown): string[] {
  const parts = (Array.isArray(typed) ? typed : [typed]).flatMap((part) => String(part).split(/[,;\n]/))
  const pincodes = parts.flatMap((part) => {
    const words = part.trim().split(/\s+/)
    return words.every((word) => word.length === 6) ? words : part.replace(/[\s-]/g, '')
  })
  return [...new Set(pincodes.filter((pincode) => pincode !== ''))]
}

const pincodes = nameList(readPincodes, {
  countMax: zonePincodesMax,
  lengthMax: 20,
  tooMuch: ({ countMax }) => `Enter at most ${countMax} pincodes of up to 6 digits each`,
}).check(
  z.refine((all) => all.length > 0 && all.every((one) => /^[1-9]\d{0,5}$/.test(one)), pincodesSentence),
)

function zoneFee<const Column extends string>(named: FieldNames<Column>) {
  return rupeesOrNone(
    { ...named, hint: 'In rupees, digits only. Leave blank if you don’t offer this type.' },
    feeSentence,
  )
}

export const deliveryZoneFields = {
  name: requiredText('line', { label: 'Name', column: 'name', example: 'Mylapore' }, 60, 'Name is required'),
  /** Each entry is a pincode of six digits, or the first digits of all pincodes of an area. */
  pincodes: listField({
    label: 'Pincodes',
    column: 'pincodes',
    item: z.string(),
    rule: pincodes,
    isRequired: true,
    cell: cell(pincodes, (typed) => typed),
    example: '600004, 60002',
    hint: 'Six digits, or the digits that pincodes start with, separated by commas',
  }),
  /** Null if the zone does not offer this type of delivery. */
  standardFee: zoneFee({
    label: 'Standard fee',
    column: 'standard_fee_in_paise',
    logged: 'standardFee',
    example: '99',
  }),
  expressFee: zoneFee({
    label: 'Express fee',
    column: 'express_fee_in_paise',
    logged: 'expressFee',
    example: '199',
  }),
  midnightFee: zoneFee({
    label: 'Midnight fee',
    column: 'midnight_fee_in_paise',
    logged: 'midnightFee',
    example: '',
  }),
  /** The subtotal from which delivery in this zone is free; null means that delivery is never free. */
  freeFrom: rupeesOrNone(
    {
      label: 'Free from',
      column: 'free_from_in_paise',
      logged: 'freeFrom',
      example: '2500',
      hint: 'A subtotal in rupees. Leave blank if delivery is never free.',
    },
    'Enter a subtotal of 0 or more, with at most 2 decimal places',
  ),
}

export const deliveryZone = z.object({ ...stored, ...shownIn(deliveryZoneFields) })
export type DeliveryZone = z.output<typeof deliveryZone>

export const noFeeSentence =
  'Enter a fee for at least one type. Leave a type blank if you don’t offer it there.'

type ZoneFees = Partial<Record<'standardFee' | 'expressFee' | 'midnightFee', unknown>>

export function hasFee(zone: ZoneFees): boolean {
  return [zone.standardFee, zone.expressFee, zone.midnightFee].some(
    (one) => one !== null && one !== undefined,
  )
}

const isFilledIn = ({ issues }: { issues: readonly unknown[] }) => issues.length === 0

/**
 * Makes a rule over several fields. The rule is checked after each field is valid by itself, and `error` appears at
 * `field`.
 */
export function ruleOfAll<Body>(isRight: (body: Body) => boolean, field: string, error: string) {
  return z.refine<Body>(isRight, { error, path: [field], when: isFilledIn })
}

/** Makes a rule over several fields like `ruleOfAll`. `find` returns the sentence and the field at which it appears. */
export function problemOfAll<Body>(find: (body: Body) => { field: string; sentence: string } | null) {
  return z.superRefine<Body>((body, context) => {
    const problem = isFilledIn(context) ? find(body) : null
    if (problem) context.addIssue({ code: 'custom', message: problem.sentence, path: [problem.field] })
  })
}

const offersSomething = ruleOfAll<ZoneFees>(hasFee, 'standardFee', noFeeSentence)

export const deliveryZoneInput = z.object(addedIn(deliveryZoneFields)).check(offersSomething)
export type DeliveryZoneInput = z.output<typeof deliveryZoneInput>

export const deliveryZonePatch = patchOf(changedIn(deliveryZoneFields))
export type DeliveryZonePatch = z.output<typeof deliveryZonePatch>

export const deliveryZoneRow = z.object(cellsIn(deliveryZoneFields)).check(offersSomething)
export const deliveryZoneColumns = importColumnsIn(deliveryZoneFields)

const zones = recordAt('/api/admin/delivery-zones', 'store', wrapped(deliveryZone))

export const zoneRecords = endpointGroup({
  list: zones.lists('List the delivery zones with their fees', sortedQuery(['name', '-name']), deliveryZone),
  add: zones.adds('Create a delivery zone', deliveryZoneInput, {
    example: { name: 'Mylapore', pincodes: '600004, 600028', standardFee: 90 },
  }),
  update: zones.changes(
    'Change a delivery zone. Fields that are left out keep their values.',
    deliveryZonePatch,
  ),
  remove: zones.deletes('Delete a delivery zone. It can be restored from the bin.'),
  imports: zones.keptImports('zones'),
})

// Delivery slots

const closingDays = ['same-day', 'day-before'] as const
type ClosingDay = (typeof closingDays)[number]

export const closingDayWords: Record<ClosingDay, string> = {
  'same-day': 'Same day',
  'day-before': 'Day before',
}

/** Makes a field for a time as `HH:MM`. */
function hourField<const Column extends string>(named: FieldNames<Column>) {
  const asHour = { shown: z.string(), rule: timeOfDay, cell: spreadsheetHour, start: '' }
  return plainField({ ...named, ...asHour, isRequired: true })
}

export const deliverySlotFields = {
  name: requiredText('line', { label: 'Name', column: 'name', example: 'Afternoon' }, 60, 'Name is required'),
  way: plainField({
    label: 'Type',
    column: 'way',
    logged: 'way',
    shown: z.enum(deliveryWays),
    rule: z.enum(deliveryWays, { error: 'Choose a type' }),
    isRequired: true,
    cell: cell(z.enum(deliveryWays, { error: `Enter one of these: ${deliveryWays.join(', ')}` }), (typed) =>
      typed.toLowerCase(),
    ),
    start: 'standard' as DeliveryWay,
    example: 'standard',
    hint: `One of ${deliveryWays.join(', ')}`,
  }),
  /** The hours of the slot. If the end is earlier than the start, the slot begins on the evening before. */
  from: hourField({ label: 'From', column: 'starts_at', example: '13:00' }),
  to: hourField({ label: 'To', column: 'ends_at', example: '18:00' }),
  /** The fee of the slot, which is added to the fee of the zone. */
  fee: field({
    ...requiredRupees(
      {
        label: 'Fee',
        column: 'fee_in_paise',
        example: '0',
        hint: 'In rupees, added to the zone’s fee. Blank means 0.',
        isCellRequired: false,
      },
      feeSentence,
    ),
    cell: cell(fee, (typed) => typed || '0'),
  }),
  /** The most orders in the slot on one day; null means unlimited. */
  capacity: numberOrNone(
    {
      label: 'Orders a day',
      column: 'capacity',
      logged: 'capacity',
      example: '20',
      hint: 'Leave blank for no limit',
    },
    orders,
  ),
  closesOn: plainField({
    label: 'Closes on',
    column: 'closes_on',
    logged: 'closesOn',
    shown: z.enum(closingDays),
    rule: z.enum(closingDays, { error: 'Choose a day' }),
    isRequired: true,
    cell: cell(
      z.enum(closingDays, { error: `Enter one of these: ${Object.values(closingDayWords).join(', ')}` }),
      (typed) =>
        closingDays.find((day) => closingDayWords[day].toLowerCase() === typed.toLowerCase()) ?? typed,
    ),
    start: 'same-day' as ClosingDay,
    example: closingDayWords['same-day'],
    hint: Object.values(closingDayWords).join(' or '),
  }),
  closesAt: hourField({ label: 'Closes at', column: 'closes_at', logged: 'closesAt', example: '15:00' }),
}

export const deliverySlot = z.object({ ...stored, ...shownIn(deliverySlotFields) })
export type DeliverySlot = z.output<typeof deliverySlot>

const slotFields = z.object(addedIn(deliverySlotFields))
export type DeliverySlotInput = z.output<typeof slotFields>

const fitsTogether = problemOfAll<DeliverySlotInput>(findSlotProblem)

export const deliverySlotInput = slotFields.check(fitsTogether)

export const deliverySlotPatch = patchOf(changedIn(deliverySlotFields))
export type DeliverySlotPatch = z.output<typeof deliverySlotPatch>

export const deliverySlotRow = z.object(cellsIn(deliverySlotFields)).check(fitsTogether)
export const deliverySlotColumns = importColumnsIn(deliverySlotFields)

/** Finds the first problem between fields of a slot that are valid by themselves. */
export function findSlotProblem(
  slot: Pick<DeliverySlotInput, 'way' | 'from' | 'to' | 'fee' | 'closesOn' | 'closesAt'>,
): { field: 'to' | 'fee' | 'closesOn' | 'closesAt'; sentence: string } | null {
  const { way, from, to, closesOn, closesAt } = slot
  const isOvernight = to < from
  if (to === from) return { field: 'to', sentence: 'Enter an end time after the start time' }
  if (isOvernight && way !== 'midnight') {
    return {
      field: 'to',
      sentence:
        'Enter an end time after the start time. Only a midnight delivery time can start the evening before.',
    }
  }
  if (way === 'pickup' && slot.fee !== 0)
    return { field: 'fee', sentence: 'Pickup has no fee. Leave this blank.' }
  if (isOvernight && closesOn === 'same-day') {
    const sentence =
      'This delivery time starts the evening before, so its orders must close the day before. Choose “Day before”.'
    return { field: 'closesOn', sentence }
  }
  const last = isOvernight ? from : closesOn === 'same-day' ? to : '23:59'
  if (closesAt <= last) return null
  const sentence = isOvernight
    ? `Orders must close before the delivery time starts. Enter ${timeInWords(from)} or an earlier time.`
    : `Orders must close before the delivery time ends. Enter ${timeInWords(to)} or an earlier time.`
  return { field: 'closesAt', sentence }
}

const slots = recordAt('/api/admin/delivery-slots', 'store', wrapped(deliverySlot))

export const slotRecords = endpointGroup({
  list: slots.lists(
    'List the delivery times and collection times',
    z.object({
      ...sortedQuery(['from', '-from', 'name', '-name']).shape,
      way: z.optional(z.enum(deliveryWays)),
    }),
    deliverySlot,
  ),
  add: slots.adds('Create a delivery time', deliverySlotInput),
  update: slots.changes(
    'Change a delivery time. Fields that are left out keep their values. Existing orders don’t change.',
    deliverySlotPatch,
  ),
  remove: slots.deletes(
    'Delete a delivery time. It can be restored from the bin. Existing orders keep their delivery time.',
  ),
  imports: slots.keptImports('slots'),
})

// Unusual delivery days

export const oddDeliveryDay = z.object({
  ...stored,
  day: schoolDay,
  closedFor: z.nullable(z.string()),
  /** The most orders in each slot on this day; null means the usual number. */
  capacity: z.nullable(z.number()),
})
export type OddDeliveryDay = z.output<typeof oddDeliveryDay>

export const oddDayFields = {
  day: schoolDay,
  closedFor: z.nullish(line(60)),
  capacity: z.nullish(orders),
}

export const ordinaryDaySentence =
  'Enter what you’re closed for, or how many orders each delivery time takes that day'

interface Unusual {
  closedFor?: unknown
  capacity?: unknown
}

export function isOddDay({ closedFor, capacity }: Unusual): boolean {
  return Boolean(closedFor) || typeof capacity === 'number'
}

const isUnusual = ruleOfAll<Unusual>(isOddDay, 'closedFor', ordinaryDaySentence)

export const oddDeliveryDayInput = z.object(oddDayFields).check(isUnusual)
export type OddDeliveryDayInput = z.output<typeof oddDeliveryDayInput>

export const deliveryDayRow = z
  .object({
    day: spreadsheetDay,
    closedFor: orBlank(oddDayFields.closedFor),
    capacity: orBlank(oddDayFields.capacity),
  })
  .check(isUnusual)

export const oddDeliveryDayPatch = patchOf(oddDayFields)
export type OddDeliveryDayPatch = z.output<typeof oddDeliveryDayPatch>

const days = recordAt('/api/admin/delivery-days', 'store', wrapped(oddDeliveryDay))

export const oddDayRecords = endpointGroup({
  list: days.lists(
    'List the days on which the school doesn’t deliver or has a different order limit, latest first',
    sortedQuery(['-day', 'day']),
    oddDeliveryDay,
  ),
  add: days.adds('Close a day, or set a different order limit for it', oddDeliveryDayInput, {
    example: { day: '2027-01-14', closedFor: 'Pongal' },
  }),
  update: days.changes(
    'Change a closed day or a different order limit. Fields that are left out keep their values.',
    oddDeliveryDayPatch,
  ),
  remove: days.deletes('Delete a closed day or a different order limit. It can be restored from the bin.'),
})

export const importOddDeliveryDays = days.imports('days')
