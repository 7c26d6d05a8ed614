import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { type Impact, impactInput, impactsFull, impactsMax } from '../../../../../contract/site/impacts.ts'
import { query, rowsIn } from '../../../../lib/query.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Note } from '../../../../ui/note.tsx'
import { fewWords } from '../../../list/columns.tsx'
import type { FormPanelProps } from '../../../record.ts'
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

const Impacts = recordSection({
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
        cell: ({ value }) => <span className="font-bold">{value || '–'}</span>,
        className: fewWords,
      },
    ],
  ],
  tableFrom: 480,
  form: { fields, lines: [['title', 'value']] },
  Panel: ImpactPanel,
  fullOf: (rows) => (rows.length >= impactsMax ? impactsFull.button : undefined),
  shownIn: [['GET /api/impacts', null]],
})

export default function ImpactSection() {
  return (
    <div className="max-w-[52rem]">
      <Impacts />
      <OnAboutPage />
    </div>
  )
}

/** The numbers as the About page shows them. Screen readers read the table instead. */
function OnAboutPage() {
  const impacts = rowsIn<Impact>(useQuery(query('GET /api/impacts')).data)
  if (impacts.length === 0) return null
  return (
    <div aria-hidden="true" className="mt-6 rounded-sm night bg-night px-6 py-5 max-sm:hidden">
      <p className="text-sm text-on-night-soft">On the About page</p>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        {impacts.map(({ id, title, value }) => (
          <div key={id} className="flex min-w-0 flex-col-reverse justify-end wrap-anywhere">
            <dt className="text-sm text-on-night-soft">{title}</dt>
            <dd className="font-display text-2xl text-marigold">{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </div>
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
