/** Answers every message of the bench by one; what `report-cpu.mjs` is asked is not for us. */
export function answerEach<Asked>(answer: (asked: Asked) => unknown): void {
  process.on('message', async (asked) => {
    if (asked !== 'cpu') process.send?.(await answer(asked as Asked))
  })
}
