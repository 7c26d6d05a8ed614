/** Whoever calls waits until so many have called; later ones do not wait. Makes a race happen each time. */
export function meetingOf(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let come = 0
  return () => {
    come++
    if (come >= count) resolve()
    return promise
  }
}
