import { useEffect, useId } from 'react'
import { type Impact, impactInput, impactsFull, impactsMax } from '../../../../../contract/site/impacts.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Note } from '../../../../ui/note.tsx'
import { fewWords } from '../../../list/columns.tsx'
import type { CardProps, FormPanelProps } from '../../../record.ts'
import { callsOf } from '../../../record-calls.ts'
import { text } from '../../../record-fields.tsx'
import { useRecordForm } from '../../../record-form.tsx'
import { RecordHistory } from '../../../record-history.tsx'
import { recordSection } from '../../../record-section.tsx'
import { useLeaving } from '../../../unsaved-guard.tsx'

const rule = impactInput.shape

const fields = {
  title: text('Title', rule.title, { required: true, maxLength: 80, placeholder: 'Happy Students' }),
  value: text('Value', rule.value, { maxLength: 40, placeholder: '5,200+' }),
}

export default recordSection({
  kind: 'impact',
  calls: callsOf('/api/impacts', 'edit'),
  namedBy: 'title',
  texts: {
    add: 'Add Impact',
    edit: 'Edit Impact',
    added: 'Impact created',
    addFailed: 'Failed to create impact',
    updated: 'Impact updated',
    updateFailed: 'Failed to update impact',
    changed: 'Someone else changed this impact.',
    keptDraft: 'We’ve kept what you typed for a new impact.',
    loading: 'Loading impacts…',
    notLoaded: 'We couldn’t load the impacts',
    loadFailed: 'Failed to fetch impacts',
    refreshed: 'Impacts refreshed successfully',
    counted: ({ count }) => `${count} impact(s) total`,
    deleted: () => 'Impact deleted',
    deleteFailed: 'Failed to delete impact',
    empty: {
      title: 'No impacts found',
      text: 'The About page shows your numbers once you add them.',
      add: 'Add First Impact',
    },
  },
  list: {
    id: 'impact',
    endpoint: 'GET /api/impacts',
    isPublicToo: true,
  },
  fileName: 'impacts',
  columns: [
    ['title', { className: fewWords }],
    [
      'value',
      {
        cell: ({ value }) => <span className="font-display text-xl">{value || '–'}</span>,
        className: fewWords,
      },
    ],
  ],
  tableFrom: 480,
  Card: ImpactCard,
  form: { fields, lines: [['title', 'value']] },
  Panel: ImpactPanel,
  fullOf: (rows) => (rows.length >= impactsMax ? impactsFull.button : undefined),
  shownIn: [['GET /api/impacts', null]],
})

function ImpactCard({ item: { title, value }, actions }: CardProps<Impact>) {
  return (
    <Card as="li" className="flex flex-col gap-1 p-4">
      <p className="font-display text-2xl wrap-anywhere">{value || '–'}</p>
      <h2 className="mb-3 text-lg wrap-anywhere">{title}</h2>
      <div className="mt-auto border-t border-line pt-2">{actions}</div>
    </Card>
  )
}

function ImpactPanel({ onClose, full, ...props }: FormPanelProps<Impact, typeof fields>) {
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
