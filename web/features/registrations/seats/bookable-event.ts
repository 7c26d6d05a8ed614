export interface BookableEvent {
  id: string
  slug: string
  title: string
  event_date: string
  event_time: string | null
  /** The batch of the course; null if the answer names none. */
  batchId: string | null
  amount: number
  /** Days of the batch on which the school is closed. */
  closedOn: readonly string[]
}
