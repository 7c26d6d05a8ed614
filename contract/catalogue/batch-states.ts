/**
 * `full` has a waiting list. `running` has begun and cannot be joined late. `hidden` is shown in the back office only.
 */
export const batchStates = ['open', 'full', 'closed', 'running', 'over', 'cancelled', 'hidden'] as const
export type BatchState = (typeof batchStates)[number]
