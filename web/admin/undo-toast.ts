import { ApiError } from '../lib/api.ts'
import { toast } from '../ui/toast-store.ts'

export interface Undoable<One> {
  title?: string
  description: string
  undoMs: number
  /** Each is undone by a call of its own; without any there is no button. */
  of: readonly One[]
  undo: (one: One) => Promise<unknown>
  /** At least one is undone. */
  onUndone: () => void
  words: {
    undone: { title: string; description: string }
    /** 'restored', in 'It could not be restored'. */
    verb: string
    /** Where the server did not answer. */
    unanswered: string
  }
}

/** A toast that says what was done, with an Undo. */
export function sayUndoable<One>(deed: Undoable<One>): void {
  const { title = 'Success', description, undoMs, of } = deed
  toast({
    title,
    description,
    tone: 'success',
    durationMs: undoMs,
    ...(of.length > 0 && { action: { label: 'Undo', onClick: () => void undoAll(deed) } }),
  })
}

async function undoAll<One>({ of, undo, onUndone, words }: Undoable<One>): Promise<void> {
  const refused: string[] = []
  for (const one of of) {
    try {
      await undo(one)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 401) return
      refused.push(error.message)
    }
  }
  if (refused.length < of.length) onUndone()
  if (refused.length === 0) toast({ ...words.undone, tone: 'success' })
  else {
    const what = refused.length === 1 ? 'It' : refused.length
    toast({
      title: `${what} could not be ${words.verb}`,
      description: refused[0] || words.unanswered,
      tone: 'error',
    })
  }
}
