/** Answers every message of the bench by one message; `report-cpu.mjs` answers the others. */
export function answerEach<Asked>(answer: (asked: Asked) => unknown): void {
  process.on('message', async (asked) => {
    if (asked !== 'cpu') process.send?.(await answer(asked as Asked))
  })
}

/** Pieces of work a second for so many callers, each of which begins its next when its last is done. */
export async function rateOf(callers: number, ms: number, work: () => unknown): Promise<number> {
  const began = performance.now()
  let done = 0
  const call = async () => {
    for (; performance.now() - began < ms; done++) await work()
  }
  await Promise.all(Array.from({ length: callers }, call))
  return (done * 1000) / (performance.now() - began)
}
