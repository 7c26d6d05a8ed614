import type { RefObject } from 'react'
import type {
  BatchWithSessions,
  CancelledBatch,
  RosterBatch,
} from '../../../../../contract/catalogue/batches.ts'
import type { AdminClass } from '../../../../../contract/catalogue/courses.ts'
import { api } from '../../../../lib/api.ts'
import { useStale } from '../../../../lib/query.ts'
import { focusBehind } from '../../../../ui/inert-behind.ts'
import { lazyDialog, useDialog } from '../../../../ui/lazy-dialog.tsx'
import { batchForm, latestOf, nameOfBatch } from '../../../batches/batch-form.tsx'
import { DeedDialog } from '../../../deed-dialog.tsx'
import { RecordFormDialog } from '../../../record-form.tsx'
import { useDeed } from '../../../use-deed.ts'
import { CancelDialog, CancelledDialog } from './cancel-batch.tsx'
import { SessionsDialog } from './sessions-dialog.tsx'

const BatchLetterDialog = lazyDialog(() => import('../../../batches/batch-letter.tsx'))

export interface BatchPresses {
  onSelling: () => void
  onWrite: () => void
  onEdit: () => void
  onSessions: () => void
  onCancel: () => void
  onDelete: () => void
}

export function useBatchDeeds(
  item: AdminClass,
  batches: readonly RosterBatch[],
  heading: RefObject<HTMLElement | null>,
) {
  const stale = useStale()
  const { show, dialog } = useDialog()
  const changed = () =>
    stale(
      'GET /api/admin/batches',
      'GET /api/admin/batches/:id',
      'GET /api/admin/AdminClasses',
      'GET /api/admin/batches/:id/roster',
      'GET /api/admin/day-sheet',
      'GET /api/courses',
    )
  const edit = (batch: BatchWithSessions | null) => {
    const form = batchForm(item.id, { like: latestOf(batches) })
    show((props) => (
      <RecordFormDialog
        {...props}
        form={form}
        item={batch}
        itemName={batch === null ? undefined : `${item.title}, ${nameOfBatch(batch)}`}
        onSaved={() => {
          changed()
          props.onClose()
        }}
      />
    ))
  }
  // The form reads the batch again, because the list may be out of date.
  const reading = useDeed({
    run: ({ id }: { id: string; goOn: (whole: BatchWithSessions) => void }) =>
      api('GET /api/admin/batches/:id', { params: { id } }),
    onDone: ({ data }, { goOn }) => goOn(data),
  })
  const tellCancelled = (batch: RosterBatch, answer: CancelledBatch) =>
    show((props) => (
      <CancelledDialog
        {...props}
        batch={batch}
        answer={answer}
        onClose={() => {
          props.onClose()
          // The focused button is gone, so the heading takes the focus.
          focusBehind(heading.current)
        }}
      />
    ))
  const opens =
    ({ id }: RosterBatch, goOn: (whole: BatchWithSessions) => void) =>
    () =>
      reading.mutate({ id, goOn })
  const selling = useDeed({
    run: ({ id, version, isClosed }: RosterBatch) =>
      api('PUT /api/admin/batches/:id', { params: { id }, body: { version, isClosed: !isClosed } }),
    done: ({ data }) => ({
      title: data.isClosed ? 'Closed for enrolment' : 'Open for enrolment',
      description: `${item.title}, ${nameOfBatch(data)}`,
    }),
    onDone: changed,
    onFailed: changed,
  })
  const pressesOf = (batch: RosterBatch): BatchPresses => ({
    onSelling: () => selling.mutate(batch),
    onWrite: () => show((props) => <BatchLetterDialog {...props} batch={batch} />),
    onEdit: opens(batch, edit),
    onSessions: opens(batch, (whole) =>
      show((props) => <SessionsDialog {...props} course={item} batch={whole} onSaved={changed} />),
    ),
    onCancel: () =>
      show((props) => (
        <CancelDialog
          {...props}
          batch={batch}
          others={batches}
          title={item.title}
          onCancelled={(answer) => {
            changed()
            if (answer.seats + answer.moved + answer.waiting > 0) tellCancelled(batch, answer)
          }}
        />
      )),
    onDelete: () =>
      show((props) => (
        <DeedDialog
          {...props}
          title={`Delete the batch ${nameOfBatch(batch)}?`}
          confirmLabel="Delete"
          tone="danger"
          run={() => api('DELETE /api/admin/batches/:id', { params: { id: batch.id } })}
          done={{ title: 'Batch deleted' }}
          onDone={() => {
            focusBehind(heading.current)
            changed()
          }}
        >
          It disappears from the site and from calendars. A batch can be added on its day again.
        </DeedDialog>
      )),
  })
  return { add: () => edit(null), pressesOf, dialog }
}
