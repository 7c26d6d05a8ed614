import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { newId } from './new-id.ts'

export interface Once {
  idempotencyKey: string
}

/** Returns the Idempotency-Key for a body. The same body keeps its key until it is sent successfully. */
export type Keyed = (body: unknown) => Once

/**
 * A mutation whose `send` passes on `keyed(body)`, so that a second try after a lost response changes nothing twice.
 */
export function useSending<Answer, Input = void, Failure = Error>({
  send,
  ...options
}: Omit<UseMutationOptions<Answer, Failure, Input>, 'mutationFn'> & {
  send: (input: Input, keyed: Keyed) => Promise<Answer>
}) {
  const last = useRef<{ words: string; key: string } | null>(null)
  const keyed: Keyed = (body) => {
    const words = JSON.stringify(body)
    if (last.current?.words !== words) last.current = { words, key: newId() }
    return { idempotencyKey: last.current.key }
  }
  return useMutation<Answer, Failure, Input>({
    ...options,
    mutationFn: async (input) => {
      const answer = await send(input, keyed)
      last.current = null
      return answer
    },
  })
}
