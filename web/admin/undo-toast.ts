import { statusUndoMs } from '../../contract/orders/order-facts.ts'
import { plural } from '../../contract/plural.ts'
import type { RecordKind } from '../../contract/records.ts'
import { ApiError, api } from '../lib/api.ts'
import { type ToastInput, toast } from '../ui/toast-store.ts'

type Words = Pick<ToastInput, 'title' | 'description' | 'tone'>

export interface Undoable<One> {
  title?: string
  description: string
  undoMs: number
  /**
   * The changes that can be undone, each by a call of its own. The toast has no button if there are no such changes.
   */
  of: readonly One[]
  undo: (one: One) => Promise<unknown>
  onUndone: () => void
  words: {
    undone: Words | (() => Words)
    failed: (facts: { count: number }) => string
    unanswered: string
  }
}

export function toastUndoable<One>(undoable: Undoable<One>): void {
  const { title = 'Success', description, undoMs, of } = undoable
  toast({
    title,
    description,
    tone: 'success',
    durationMs: undoMs,
    ...(of.length > 0 && { action: { label: 'Undo', onClick: () => void undoAll(undoable) } }),
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
  const { undone } = words
  if (refused.length === 0) toast({ tone: 'success', ...(typeof undone === 'function' ? undone() : undone) })
  else {
    toast({
      title: words.failed({ count: refused.length }),
      description: refused[0] || words.unanswered,
      tone: 'error',
    })
  }
}

/**
 * Shows the toast after a change of status. Its button Undo stays as long as the server allows the change to be undone.
 */
export function sayStatusChanged(
  said: Pick<Undoable<{ order: string; change: string }>, 'title' | 'description' | 'of' | 'onUndone'>,
): void {
  toastUndoable({
    ...said,
    undoMs: statusUndoMs,
    undo: ({ order, change }) =>
      api('POST /api/admin/orders/:id/status/undo', { params: { id: order }, body: { change } }),
    words: {
      undone: { title: 'Undone', description: 'The earlier status is restored, and nobody was notified.' },
      failed: ({ count }) =>
        plural(count, {
          one: 'That change couldn’t be undone',
          other: `${count} changes couldn’t be undone`,
        }),
      unanswered: 'We couldn’t reach the server. Check the order and set its status.',
    },
  })
}

/** Shows the toast after a deletion. Its button Undo stays for 10 s; later the record can be restored in the Bin. */
export function toastDeleted({
  kind,
  ids,
  onRestored,
  ...said
}: Pick<Undoable<string>, 'description' | 'title'> & {
  kind: RecordKind
  ids: readonly string[]
  onRestored: () => void
}): void {
  toastUndoable({
    ...said,
    undoMs: 10_000,
    of: ids,
    undo: (record) => api('POST /api/admin/bin/:kind/:record/restore', { params: { kind, record } }),
    onUndone: onRestored,
    words: {
      undone: { title: 'Restored', description: 'The deletion was undone.' },
      failed: ({ count }) =>
        plural(count, {
          one: 'That record couldn’t be restored',
          other: `${count} records couldn’t be restored`,
        }),
      unanswered: 'We couldn’t reach the server. You can restore records from the bin.',
    },
  })
}
