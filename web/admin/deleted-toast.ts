import type { RecordKind } from '../../contract/records.ts'
import { ApiError, api } from '../lib/api.ts'
import { toast } from '../ui/toast-store.ts'

/** How long a delete can be undone in its toast; later the Bin has it. */
const undoMs = 10_000

export interface Deleted {
  kind: RecordKind
  ids: readonly string[]
  /** B§8: e.g. 'Class deleted successfully'. */
  description: string
  /** 'Success' unless B§8 says otherwise. */
  title?: string
  /** What was deleted is back: the list should be read again. */
  onRestored: () => void
}

/** Says that something was deleted, with an Undo for 10 s. */
export function sayDeleted({ kind, ids, description, title = 'Success', onRestored }: Deleted): void {
  toast({
    title,
    description,
    tone: 'success',
    durationMs: undoMs,
    action: { label: 'Undo', onClick: () => void restore(kind, ids, onRestored) },
  })
}

async function restore(kind: RecordKind, ids: readonly string[], onRestored: () => void): Promise<void> {
  const refused: string[] = []
  for (const record of ids) {
    try {
      await api('POST /api/admin/bin/:kind/:record/restore', { params: { kind, record } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 401) return
      refused.push(error.message)
    }
  }
  if (refused.length < ids.length) onRestored()
  if (refused.length === 0)
    toast({ title: 'Restored', description: 'It is back as it was.', tone: 'success' })
  else {
    toast({
      title: refused.length === 1 ? 'It could not be restored' : `${refused.length} could not be restored`,
      description: refused[0] || 'The server did not answer. It is in the bin: please try from there.',
      tone: 'error',
    })
  }
}
