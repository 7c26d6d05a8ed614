/**
 * `full`: the batch has a waiting list. `running`: the batch has begun and cannot be joined late. `hidden`: only the
 * back office shows the batch.
 */
export const batchStates = ['open', 'full', 'closed', 'running', 'over', 'cancelled', 'hidden'] as const
export type BatchState = (typeof batchStates)[number]
