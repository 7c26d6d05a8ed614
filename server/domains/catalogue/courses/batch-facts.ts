import type { BatchRoom } from '../../../../contract/catalogue/batch-place.ts'
import type { BatchFacts } from '../../../platform/messages/letter-kinds.ts'

export function roomOf(row: { room_name: string | null; room_address: string | null }): BatchRoom | null {
  return row.room_name === null ? null : { name: row.room_name, address: row.room_address }
}

export function batchFactsOf(
  row: { starts_on: string | null; starts_at: string | null } & Parameters<typeof roomOf>[0],
): BatchFacts {
  return { day: row.starts_on, time: row.starts_at, room: roomOf(row) }
}
