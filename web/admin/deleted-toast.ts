import type { RecordKind } from '../../contract/records.ts'
import { api } from '../lib/api.ts'
import { sayUndoable } from './undo-toast.ts'

export interface Deleted {
  kind: RecordKind
  ids: readonly string[]
  description: string
  title?: string
  onRestored: () => void
}

/** Says that something was deleted, with an Undo for 10 s; later the Bin has it. */
export function sayDeleted({ kind, ids, onRestored, ...said }: Deleted): void {
  sayUndoable({
    ...said,
    undoMs: 10_000,
    of: ids,
    undo: (record) => api('POST /api/admin/bin/:kind/:record/restore', { params: { kind, record } }),
    onUndone: onRestored,
    words: {
      undone: { title: 'Restored', description: 'It is back as it was.' },
      verb: 'restored',
      unanswered: 'The server did not answer. It is in the bin: please try from there.',
    },
  })
}
