import { useEffect, useId } from 'react'
import { type Impact, impactsFull } from '../../../../contract/impacts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Note } from '../../../ui/note.tsx'
import type { FormPanelProps } from '../../record.ts'
import type { Field } from '../../record-fields.tsx'
import { useRecordForm } from '../../record-form.tsx'
import { RecordHistory } from '../../record-history.tsx'
import { useLeaving } from '../../unsaved-guard.tsx'

type ImpactFields = Record<'title' | 'value', Field<unknown, string, string>>

/** Adds or edits an impact, in the section instead of a dialog. */
export function ImpactPanel({ onClose, full, ...props }: FormPanelProps<Impact, ImpactFields>) {
  const headingId = useId()
  const { parts, layout, notice, isDirty, isSending, onSubmit } = useRecordForm(props)
  const { leave, question } = useLeaving(isDirty, onClose)
  const { setFocus } = parts.form
  useEffect(() => setFocus('title'), [setFocus])
  const { item } = props
  const isRefused = item === null && full !== undefined

  return (
    <Card as="section" aria-labelledby={headingId} className="p-4 sm:p-6">
      <h2 id={headingId} className="mb-4 text-xl">
        {item === null ? 'Add Impact' : 'Edit Impact'}
      </h2>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {notice}
        {isRefused && <Note tone="warning" title={impactsFull.panel} />}
        {layout}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" disabled={isSending} onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" busy={isSending} disabled={isRefused}>
            {isSending ? 'Saving...' : item === null ? 'Create Impact' : 'Update Impact'}
          </Button>
        </div>
        {item !== null && <RecordHistory kind="impact" id={item.id} />}
      </form>
      {question}
    </Card>
  )
}
