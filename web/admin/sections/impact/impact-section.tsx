import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useRef } from 'react'
import { type Impact, impactsFull, impactsMax } from '../../../../contract/impacts.ts'
import { api } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { DeleteDialog } from '../../delete-dialog.tsx'
import { sayDeleted } from '../../deleted-toast.ts'
import { DraftNote, useDraft } from '../../kept-draft.tsx'
import { answerRows } from '../../list/answer-rows.ts'
import { List } from '../../list/list.tsx'
import { ListRows } from '../../list/list-rows.tsx'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { useOpened } from '../../opened.tsx'
import { RowActions } from '../../row-actions.tsx'
import { useSectionAction } from '../../section-request.ts'
import { ImpactPanel, type ImpactValues, impactFormName } from './impact-panel.tsx'

const definition: ListDefinition<'GET /api/impacts'> = {
  id: 'impact',
  endpoint: 'GET /api/impacts',
  isPublicToo: true,
  sentences: {
    loading: 'Loading impacts…',
    loadFailed: 'Failed to fetch impacts',
    emptied: 'The impacts could not be loaded',
    refreshFailed: 'Failed to fetch impacts',
    refreshed: 'Impacts refreshed successfully',
  },
}

const columns: readonly Column<Impact>[] = [
  { header: 'Title', text: ({ title }) => title, className: 'min-w-40 [overflow-wrap:anywhere]' },
  {
    header: 'Value',
    text: ({ value }) => value,
    cell: ({ value }) => <span className="font-display text-xl">{value || '–'}</span>,
    className: 'min-w-32 [overflow-wrap:anywhere]',
  },
]

type Wanted = { kind: 'panel'; item: Impact | null; draft?: ImpactValues } | { kind: 'delete'; item: Impact }

/** B§2, Impact Management: the numbers of the about page, at most four. */
export default function ImpactSection() {
  const list = useList(definition)
  const queryClient = useQueryClient()
  const { opened, show, close } = useOpened<Wanted>()
  const { draft, forget } = useDraft<Impact, ImpactValues>(impactFormName)
  const heading = useRef<HTMLElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const fullId = useId()
  const count = list.pages.flatMap((answer) => answerRows<Impact>(answer, 'impacts')).length
  const isFull = count >= impactsMax
  const isPanelOpen = opened?.kind === 'panel' && opened.isOpen

  function changed() {
    close()
    void list.reload()
    // The about page shows them too.
    void queryClient.invalidateQueries({ queryKey: ['GET /api/impacts', null] })
  }
  const add = () => show({ kind: 'panel', item: null })
  useSectionAction('add', add)
  const actions = (item: Impact) => (
    <RowActions
      name={item.title}
      onEdit={() => show({ kind: 'panel', item })}
      onDelete={() => show({ kind: 'delete', item })}
    />
  )

  return (
    <>
      {draft && (
        <DraftNote
          name={draft.values.title || 'a new impact'}
          onContinue={() => {
            show({ kind: 'panel', item: draft.item, draft: draft.values })
            forget()
          }}
          onDiscard={forget}
        />
      )}
      <List
        list={list}
        toolbar={
          <>
            <Button
              ref={addButton}
              className="max-sm:grow"
              disabled={isFull}
              title={isFull ? impactsFull.button : undefined}
              aria-describedby={isFull ? fullId : undefined}
              onClick={add}
            >
              <Icon of={Plus} />
              Add Impact
            </Button>
            {isFull && (
              <p id={fullId} className="basis-full text-sm text-ink-soft">
                {impactsFull.button}
              </p>
            )}
          </>
        }
      >
        {isPanelOpen && (
          <ImpactPanel
            key={opened.turn}
            item={opened.item}
            draft={opened.draft}
            isFull={isFull}
            onClose={() => {
              close()
              ;(addButton.current?.disabled ? heading : addButton).current?.focus()
            }}
            onSaved={() => {
              heading.current?.focus()
              changed()
            }}
          />
        )}
        <ListRows
          list={list}
          noun={['impact(s) total', 'impact(s) total']}
          rows={(answer) => answerRows<Impact>(answer, 'impacts')}
          rowKey={({ id }) => id}
          rowName={({ title }) => title}
          columns={columns}
          tableFrom={480}
          headingRef={heading}
          card={(item) => (
            <Card key={item.id} as="li" className="flex flex-col gap-1 p-4">
              <p className="font-display text-2xl [overflow-wrap:anywhere]">{item.value || '–'}</p>
              <h2 className="mb-3 text-lg [overflow-wrap:anywhere]">{item.title}</h2>
              <div className="mt-auto border-t border-line pt-2">{actions(item)}</div>
            </Card>
          )}
          actions={actions}
          empty={{
            title: 'No impacts found',
            text: 'The about page shows its own numbers until there are some.',
            action: <Button onClick={add}>Add First Impact</Button>,
          }}
          fileName="impacts"
        />
      </List>
      {opened?.kind === 'delete' && (
        <DeleteDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          title={`Delete “${opened.item.title}”?`}
          failed="Failed to delete impact"
          run={() => api('DELETE /api/impacts/:id', { params: { id: opened.item.id } })}
          onDeleted={() => {
            // The button that opened the dialog goes with its row.
            heading.current?.focus()
            sayDeleted({
              kind: 'impact',
              ids: [opened.item.id],
              description: 'Impact deleted',
              onRestored: changed,
            })
            changed()
          }}
        />
      )}
    </>
  )
}
