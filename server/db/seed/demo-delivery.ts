import type { Insertable } from 'kysely'
import { addDays } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Schema } from '../schema.ts'

export type DemoZoneRow = Insertable<Schema['delivery_zone']>
export type DemoSlotRow = Insertable<Schema['delivery_slot']>

interface DemoDelivery {
  zones: DemoZoneRow[]
  slots: Record<DemoSlotName, DemoSlotRow>
  days: Insertable<Schema['delivery_day']>[]
}

const zones = [
  {
    name: 'Centre',
    standard_fee_in_paise: 80_00,
    express_fee_in_paise: 150_00,
    midnight_fee_in_paise: 300_00,
    free_from_in_paise: 2_000_00,
    // Mylapore and T. Nagar to Egmore, Nungambakkam and Kodambakkam.
    pincodes:
      '600001 600002 600003 600004 600005 600006 600007 600008 600014 600015 600017 600018 600024 600028 600031 600033 600034 600035 600086',
  },
  {
    name: 'South',
    standard_fee_in_paise: 120_00,
    express_fee_in_paise: 200_00,
    midnight_fee_in_paise: 350_00,
    free_from_in_paise: 2_500_00,
    // Adyar and Besant Nagar down to Sholinganallur and Tambaram.
    pincodes:
      '600016 600020 600022 600025 600032 600036 600041 600042 600043 600044 600045 600061 600085 600088 600090 600091 600096 600097 600113 600115 600119',
  },
  {
    name: 'North and west',
    standard_fee_in_paise: 150_00,
    express_fee_in_paise: 250_00,
    midnight_fee_in_paise: null,
    free_from_in_paise: 3_000_00,
    // Anna Nagar and Kilpauk, Perambur and Royapuram, K. K. Nagar to Porur.
    pincodes:
      '600009 600010 600011 600012 600013 600021 600023 600026 600029 600030 600037 600038 600039 600040 600049 600050 600078 600080 600081 600082 600083 600087 600089 600092 600093 600095 600101 600102 600106 600107 600111 600116',
  },
]

const slots = {
  Morning: {
    way: 'standard',
    starts_at: '09:00',
    ends_at: '13:00',
    capacity: 20,
    closes_on: 'day-before',
    closes_at: '20:00',
  },
  Afternoon: {
    way: 'standard',
    starts_at: '13:00',
    ends_at: '18:00',
    capacity: 24,
    closes_on: 'same-day',
    closes_at: '15:00',
  },
  Express: {
    way: 'express',
    starts_at: '16:00',
    ends_at: '18:00',
    capacity: 6,
    closes_on: 'same-day',
    closes_at: '15:00',
  },
  Midnight: {
    way: 'midnight',
    starts_at: '23:00',
    ends_at: '00:30',
    capacity: 4,
    closes_on: 'day-before',
    closes_at: '15:00',
  },
  Pickup: {
    way: 'pickup',
    starts_at: '10:00',
    ends_at: '18:00',
    capacity: null,
    closes_on: 'same-day',
    closes_at: '16:00',
  },
} as const satisfies Record<string, Partial<DemoSlotRow>>

export type DemoSlotName = keyof typeof slots

/** Feasts whose day of the year hardly moves. */
const closedFor = [
  ['Pongal', '01-15'],
  ['Tamil New Year', '04-14'],
] as const

/** Farther ahead than any order of the demonstration. */
const closedFromDays = 14

/** Where, when and on which days the school delivers. */
export function demoDelivery(today: string, created_at: string, ids: Ids): DemoDelivery {
  const row = () => ({ id: ids.id(), created_at })
  const slotRow = (name: DemoSlotName): DemoSlotRow => ({
    ...row(),
    name,
    fee_in_paise: 0,
    deleted_at: null,
    ...slots[name],
  })
  return {
    zones: zones.map(({ pincodes, ...zone }) => ({
      ...row(),
      ...zone,
      pincodes: JSON.stringify(pincodes.split(' ')),
      deleted_at: null,
    })),
    slots: {
      Morning: slotRow('Morning'),
      Afternoon: slotRow('Afternoon'),
      Express: slotRow('Express'),
      Midnight: slotRow('Midnight'),
      Pickup: slotRow('Pickup'),
    },
    days: closedFor.map(([name, monthAndDay]) => ({
      ...row(),
      day: nextOf(monthAndDay, addDays(today, closedFromDays)),
      closed_for: name,
      capacity: null,
    })),
  }
}

/** The first day of this month and date on or after `from`. */
function nextOf(monthAndDay: string, from: string): string {
  // oxlint-disable-next-line malar/whole-letters -- a day
  const year = Number(from.slice(0, 4))
  const day = `${year}-${monthAndDay}`
  return day >= from ? day : `${year + 1}-${monthAndDay}`
}
