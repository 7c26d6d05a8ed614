import { courseDefaults } from '../../../contract/course-facts.ts'

interface Dated {
  /** School day; null for the undated batch. */
  starts_on: string | null
}

export interface BatchChoice<B> {
  /** Where seats are taken: the earliest dated batch that is not over, else the undated one. */
  next: B | null
  /** Whose capacity and seats the card shows: `next`, else the latest past one. */
  shown: B | null
  /** Whose day the card shows: the next coming one, else the latest past one. */
  dated: B | null
}

/** A batch of today is not over, whatever its hour. */
export function isOver(batch: Dated, today: string): boolean {
  return batch.starts_on !== null && batch.starts_on < today
}

export function chooseBatches<B extends Dated>(batches: readonly B[], today: string): BatchChoice<B> {
  let coming: B | null = null
  let past: B | null = null
  let undated: B | null = null
  for (const batch of batches) {
    const day = batch.starts_on
    if (day === null) undated = batch
    else if (day >= today) {
      if (coming === null || day < (coming.starts_on as string)) coming = batch
    } else if (past === null || day > (past.starts_on as string)) past = batch
  }
  const next = coming ?? undated
  return { next, shown: next ?? past, dated: coming ?? past }
}

export function batchText(batch: Dated | null): string {
  return batch?.starts_on ?? courseDefaults.nextbatch
}
