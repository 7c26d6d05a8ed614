/** A batch as the booking dialog takes it. */
export interface BookableEvent {
  id: string
  slug: string
  title: string
  event_date: string
  /** 24-hour `HH:MM`, or null. */
  event_time: string | null
  /** Which of the course's batches it is; null where the wire names none. */
  batchId: string | null
  amount: number
  /** Days on which it was to meet and the school is closed. */
  closedOn: readonly string[]
}
