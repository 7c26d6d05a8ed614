const windowMs = 50
/**
 * `from`: so many pages in a millisecond are a rush; one core answers some ten. Dear work keeps readers from
 * asking, so fewer are a rush for it. `begin`: pieces of work that begin in each window of a rush. These are
 * far more changes than a school's busiest minute, and as much dear work as leaves readers three quarters of
 * their rate.
 */
const rush = { change: { from: 1, begin: 2 }, dear: { from: 0.5, begin: 0.5 } }

type Work = keyof typeof rush

export type ReadersFirst = ReturnType<typeof createReadersFirst>

/** Readers go first: changes and dear work begin a few at a time in a rush. */
export function createReadersFirst(now: () => number = () => performance.now()) {
  let pages = 0
  let windowAt = now()
  let pagesPerMs = 0
  const begun = { change: 0, dear: 0 }
  const lines: Record<Work, (() => void)[]> = { change: [], dear: [] }
  let timer: NodeJS.Timeout | null = null

  function lookAtWindow() {
    const passed = now() - windowAt
    if (passed < windowMs) return
    pagesPerMs = pages / passed
    pages = 0
    for (const work of ['change', 'dear'] as const)
      begun[work] = Math.max(0, begun[work] - (rush[work].begin * passed) / windowMs)
    windowAt += passed
  }

  const mayBegin = (work: Work) => pagesPerMs < rush[work].from || begun[work] < rush[work].begin

  function letGo() {
    timer = null
    lookAtWindow()
    for (const work of ['change', 'dear'] as const) {
      while (lines[work].length > 0 && mayBegin(work)) {
        begun[work]++
        lines[work].shift()?.()
      }
    }
    wait()
  }

  function wait() {
    if (lines.change.length + lines.dear.length > 0)
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
