/** Answers every message of the bench by one, but for the messages that `report-cpu.mjs` answers. */
export function answerEach<Asked>(answer: (asked: Asked) => unknown): void {
  process.on('message', async (asked) => {
    if (asked !== 'cpu') process.send?.(await answer(asked as Asked))
  })
}
