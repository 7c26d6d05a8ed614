import { type Impact, impactsFull, impactsMax } from '../../../../contract/impacts.ts'
import { api } from '../../../lib/api.ts'
import { Card } from '../../../ui/card.tsx'
import { answerRows } from '../../list/answer-rows.ts'
import { fewWords } from '../../list/columns.tsx'
import { listSentences } from '../../list/list-sentences.ts'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { type CardProps, RecordSection } from '../../record-section.tsx'
import { ImpactPanel, impactForm } from './impact-panel.tsx'

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
