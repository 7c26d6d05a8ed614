import type { ApiError } from '../lib/api.ts'
import { type Keyed, useSending } from '../lib/use-sending.ts'
import { type ToastInput, toast } from '../ui/toast-store.ts'

export interface Action<Input, Answer> {
  /** @throws ApiError */
  run: (input: Input, keyed: Keyed) => Promise<Answer>
  done?: ToastInput | ((answer: Answer, input: Input) => ToastInput)
  /**
   * The toast for an error. The default is the server's message; null shows no toast, because the caller shows
   * `refusal` itself.
   */
  failed?: string | null | ((error: ApiError) => ToastInput)
  onDone?: (answer: Answer, input: Input) => void
  onFailed?: (error: ApiError) => void
}

export function useAction<Input = void, Answer = unknown>({
  run,
  done,
  failed,
  onDone,
  onFailed,
}: Action<Input, Answer>) {
  const sending = useSending<Answer, Input, ApiError>({
    send: run,
    onSuccess: (answer, input) => {
      if (done) toast({ tone: 'success', ...(typeof done === 'function' ? done(answer, input) : done) })
      onDone?.(answer, input)
    },
    onError: (error) => {
      if (failed !== null) toastFailure(error, typeof failed === 'function' ? failed(error) : failed)
      if (error.status !== 401) onFailed?.(error)
    },
  })
  return { ...sending, refusal: sending.error?.status === 401 ? null : sending.error }
}

/** A 401 shows no toast, because it leads to /signin. */
export function toastFailure(error: ApiError, words: string | ToastInput = refusalSentence(error)): void {
  if (error.status === 401) return
  toast({ title: 'Error', ...(typeof words === 'string' ? { description: words } : words), tone: 'error' })
}

export function refusalSentence(error: ApiError): string {
  return error.message || 'We couldn’t reach the server. Check your connection and try again.'
}
