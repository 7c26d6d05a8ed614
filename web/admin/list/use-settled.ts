import { useEffect, useState } from 'react'

/**
 * Returns the value, delayed until it has not changed for `pauseMs`, so that a search asks the server only when the
 * typing pauses.
 */
export function useSettled<T>(value: T, pauseMs = 300): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
