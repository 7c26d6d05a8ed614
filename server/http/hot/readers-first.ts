/** So many pages in a millisecond, over a window, are a rush. One core answers some ten. */
const rushPagesPerMs = 1
const windowMs = 50
/** Changes that begin in each window of a rush: many times what a school's busiest minute asks for. */
const changesInRush = 2

export type ReadersFirst = ReturnType<typeof createReadersFirst>

/** Lets readers go first: in a rush of them changes begin a few at a time. */
export function createReadersFirst(now: () => number = () => performance.now()) {
  let pages = 0
  let windowAt = now()
  let isRush = false
  let begun = 0
  const line: (() => void)[] = []
  let timer: NodeJS.Timeout | null = null

  function lookAtWindow() {
    const passed = now() - windowAt
    if (passed < windowMs) return
    isRush = pages / passed >= rushPagesPerMs
    pages = 0
    begun = 0
    windowAt += passed
  }

  function letGo() {
    timer = null
    lookAtWindow()
    while (line.length > 0 && (!isRush || begun < changesInRush)) {
      begun++
      line.shift()?.()
    }
    wait()
  }

  function wait() {
    if (line.length > 0) timer ??= setTimeout(letGo, Math.max(1, windowMs - (now() - windowAt)))
  }

  return {
    notePage() {
      pages++
    },
    /** Resolves when a change may begin. */
    async turn(): Promise<void> {
      lookAtWindow()
      if (line.length === 0 && (!isRush || begun < changesInRush)) {
        begun++
        return
      }
      await new Promise<void>((resolve) => {
        line.push(resolve)
        wait()
      })
    },
  }
}
