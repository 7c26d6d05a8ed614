import { useSyncExternalStore } from 'react'

const minuteMs = 60_000

/** The current minute as a time in ms, kept up to date; 0 on the server and while hydrating. */
export function useMinute(): number {
  return useSyncExternalStore(
    onMinute,
    () => Math.floor(Date.now() / minuteMs) * minuteMs,
    () => 0,
  )
}

function onMinute(listener: () => void): () => void {
  const timer = setInterval(listener, minuteMs / 4)
  return () => clearInterval(timer)
}
