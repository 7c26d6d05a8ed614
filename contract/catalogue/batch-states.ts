/** `full` has a waiting list; `running` has begun and cannot be joined late; `hidden` is for the back office alone. */
export const batchStates = ['open', 'full', 'closed', 'running', 'over', 'cancelled', 'hidden'] as const
export type BatchState = (typeof batchStates)[number]
