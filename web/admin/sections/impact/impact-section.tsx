import { useEffect, useId } from 'react'
import { type Impact, impactInput, impactsFull, impactsMax } from '../../../../contract/impacts.ts'
import { api } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Note } from '../../../ui/note.tsx'
import { answerRows } from '../../list/answer-rows.ts'
import { fewWords } from '../../list/columns.tsx'
import { listSentences } from '../../list/list-sentences.ts'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { text } from '../../record-fields.tsx'
import { type FormParts, type RecordForm, useRecordForm } from '../../record-form.tsx'
import { RecordHistory } from '../../record-history.tsx'
import { type CardProps, type FormPanelProps, RecordSection } from '../../record-section.tsx'
import { useLeaving } from '../../unsaved-guard.tsx'

const definition: ListDefinition<'GET /api/impacts'> = {
  id: 'impact',
  endpoint: 'GET /api/impacts',
  isPublicToo: true,
  sentences: listSentences('impacts', 'Failed to fetch impacts'),
}

const columns: readonly Column<Impact>[] = [
  { header: 'Title', text: ({ title }) => title, className: fewWords },
  {
    header: 'Value',
    text: ({ value }) => value,
    cell: ({ value }) => <span className="font-display text-xl">{value || '–'}</span>,
    className: fewWords,
  },
]

/** The numbers of the about page, at most four. */
export default function ImpactSection() {
  return (
    <RecordSection
      kind="impact"
      noun={['impact(s) total', 'impact(s) total']}
      list={useList(definition)}
      rows={(answer) => answerRows<Impact>(answer, 'impacts')}
      nameOf={({ title }) => title}
      columns={columns}
      tableFrom={480}
      Card={ImpactCard}
      form={impactForm}
      Panel={ImpactPanel}
      fullOf={(rows) => (rows.length >= impactsMax ? impactsFull.button : undefined)}
      draftName={({ title }) => title || 'a new impact'}
      remove={{
        run: ({ id }) => api('DELETE /api/impacts/:id', { params: { id } }),
        failed: 'Failed to delete impact',
        done: () => 'Impact deleted',
      }}
      empty={{
        title: 'No impacts found',
        text: 'The about page shows its own numbers until there are some.',
        add: 'Add First Impact',
      }}
      fileName="impacts"
      // The about page shows them too.
      shownIn={[['GET /api/impacts', null]]}
    />
  )
}

function ImpactCard({ item: { title, value }, actions }: CardProps<Impact>) {
  return (
    <Card as="li" className="flex flex-col gap-1 p-4">
      <p className="font-display text-2xl [overflow-wrap:anywhere]">{value || '–'}</p>
      <h2 className="mb-3 text-lg [overflow-wrap:anywhere]">{title}</h2>
      <div className="mt-auto border-t border-line pt-2">{actions}</div>
    </Card>
  )
}

const rule = impactInput.shape

const fields = {
  title: text('Title', rule.title, { required: true, maxLength: 80, placeholder: 'Happy Students' }),
  value: text('Value', rule.value, { maxLength: 40, placeholder: '5,200+' }),
}

function Layout({ input }: FormParts<Impact, typeof fields>) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {input('title')}
      {input('value')}
    </div>
  )
}

const impactForm: RecordForm<Impact, typeof fields> = {
  name: 'impact',
  what: 'impact',
  title: 'Impact',
  fields,
  add: (body, options) => api('POST /api/impacts', { body }, options),
  update: ({ id }, body, options) => api('PUT /api/impacts/:id', { params: { id }, body }, options),
  find: async ({ id }) =>
    answerRows<Impact>(await api('GET /api/impacts'), 'impacts').find((one) => one.id === id) ?? null,
  sentences: {
    added: 'Impact created',
    addFailed: 'Failed to create impact',
    updated: 'Impact updated',
    updateFailed: 'Failed to update impact',
  },
  Layout,
}

/** Adds or edits an impact, in the section instead of a dialog. */
function ImpactPanel({ onClose, full, ...props }: FormPanelProps<Impact, typeof fields, unknown>) {
  const headingId = useId()
  const { parts, notice, isDirty, isSending, onSubmit } = useRecordForm(props)
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
        <Layout {...parts} />
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
