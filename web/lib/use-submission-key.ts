import { useRef } from 'react'
import { newIdempotencyKey } from './api.ts'

/**
 * One Idempotency-Key per thing sent: sending the same words again after a failure keeps the key, so that an answer
 * lost on the way does not become a second row; other words, or a success, begin a new one (reading W2).
 */
export function useSubmissionKey(): { keyFor(body: unknown): string; succeeded(): void } {
  const last = useRef<{ words: string; key: string } | null>(null)
  return {
    keyFor(body) {
      const words = JSON.stringify(body)
      if (last.current?.words !== words) last.current = { words, key: newIdempotencyKey() }
      return last.current.key
    },
    succeeded() {
      last.current = null
    },
  }
}
