const windowMs = 50
/**
 * A rush begins when `from` pages per millisecond are sent; one core sends about ten. The rush begins earlier for
 * expensive work, because expensive work slows readers down. `begin` jobs start per time window in a rush. This number
 * is enough for the changes of a school's busiest minute, and leaves readers three quarters of their speed.
 */
const rush = { change: { from: 1, begin: 2 }, expensive: { from: 0.5, begin: 0.5 } }

type Work = keyof typeof rush

export type ReadersFirst = ReturnType<typeof createReadersFirst>

/** Readers have priority: in a rush, changes and expensive work begin a few at a time. */
export function createReadersFirst(now: () => number = () => performance.now()) {
  let pages = 0
  let windowAt = now()
  let pagesPerMs = 0
  const begun = { change: 0, expensive: 0 }
  const lines: Record<Work, (() => void)[]> = { change: [], expensive: [] }
  let timer: NodeJS.Timeout | null = null

  function lookAtWindow() {
    const passed = now() - windowAt
    if (passed < windowMs) return
    pagesPerMs = pages / passed
    pages = 0
    for (const work of ['change', 'expensive'] as const)
      begun[work] = Math.max(0, begun[work] - (rush[work].begin * passed) / windowMs)
    windowAt += passed
  }

  const mayBegin = (work: Work) => pagesPerMs < rush[work].from || begun[work] < rush[work].begin

  function letGo() {
    timer = null
    lookAtWindow()
    for (const work of ['change', 'expensive'] as const) {
      while (lines[work].length > 0 && mayBegin(work)) {
        begun[work]++
        lines[work].shift()?.()
      }
    }
    wait()
  }

  function wait() {
    if (lines.change.length + lines.expensive.length > 0)
      timer ??= setTimeout(letGo, Math.max(1, windowMs - (now() - windowAt)))
  }

  return {
    notePage() {
      pages++
    },
    async turn(work: Work): Promise<void> {
      lookAtWindow()
      if (lines[work].length === 0 && mayBegin(work)) {
        begun[work]++
        return
      }
      await new Promise<void>((resolve) => {
        lines[work].push(resolve)
        wait()
      })
    },
  }
}
