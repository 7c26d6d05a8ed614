/** Answers every message of the bench by one, but for the messages that `report-cpu.mjs` answers. */
export function answerEach<Asked>(answer: (asked: Asked) => unknown): void {
  process.on('message', async (asked) => {
    if (asked !== 'cpu') process.send?.(await answer(asked as Asked))
  })
}

/** How many pieces of work a second so many callers get done, each beginning its next when its last one is done. */
export async function rateOf(callers: number, ms: number, work: () => unknown): Promise<number> {
  const began = performance.now()
  let done = 0
  const call = async () => {
    for (; performance.now() - began < ms; done++) await work()
  }
  await Promise.all(Array.from({ length: callers }, call))
  return (done * 1000) / (performance.now() - began)
}
