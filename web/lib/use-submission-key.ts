import { useRef } from 'react'

/**
 * An Idempotency-Key for what is sent. The same body keeps its key until it succeeds, so that a lost answer does not
 * become a second row.
 */
export function useSubmissionKey(): { keyFor(body: unknown): string; succeeded(): void } {
  const last = useRef<{ words: string; key: string } | null>(null)
  return {
    keyFor(body) {
      const words = JSON.stringify(body)
      if (last.current?.words !== words) last.current = { words, key: crypto.randomUUID() }
      return last.current.key
    },
    succeeded() {
      last.current = null
    },
  }
}
