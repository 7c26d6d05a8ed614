/**
 * Makes callers wait until `count` of them have called, so that a test's race happens each time. Later callers do not
 * wait.
 */
export function meetingOf(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let come = 0
  return () => {
    come++
    if (come >= count) resolve()
    return promise
  }
}
