import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { AdminClass } from '../../../../contract/courses.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import {
  FailedList,
  ListToolbar,
  LoadMore,
  RefreshButton,
  SearchField,
  StaleNote,
} from '../../list-parts.tsx'
import { usePagedList } from '../../paged-list.ts'
import { useSettled } from '../../use-settled.ts'
import { ClassCard } from './class-card.tsx'
import { ClassFormDialog } from './class-form-dialog.tsx'
import { ClassViewDialog } from './class-view-dialog.tsx'
import { DeleteClassDialog } from './delete-class-dialog.tsx'
import { dropDraft, type KeptDraft, readDraft } from './kept-draft.ts'

const pageSize = 48

const sentences = {
  loadFailed: 'Failed to fetch data. Please try again.',
  refreshFailed: 'Failed to refresh classes',
  refreshed: 'Classes refreshed successfully',
}

const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'title', label: 'By title' },
]

type Opened = { turn: number; isOpen: boolean } & (
  | { kind: 'form'; item: AdminClass | null; draft: KeptDraft | null }
  | { kind: 'view' | 'delete'; item: AdminClass }
)
type Wanted = Opened extends infer O ? (O extends unknown ? Omit<O, 'turn' | 'isOpen'> : never) : never

/** B§2, Classes: a class of the back office is a course. */
export default function ClassesSection() {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState('newest')
  const q = useSettled(search.trim())
  const list = usePagedList(
    'GET /api/admin/AdminClasses',
    { limit: pageSize, sort, ...(q === '' ? {} : { q }) },
    sentences,
  )
  const [opened, setOpened] = useState<Opened | null>(null)
  const [draft, setDraft] = useState(readDraft)
  const heading = useRef<HTMLParagraphElement>(null)
  const items = list.pages.flat()

  // Each opening is a new dialog with a state of its own; it stays until the next, so that it can fade.
  const show = (next: Wanted) =>
    setOpened((before) => ({ ...next, turn: (before?.turn ?? 0) + 1, isOpen: true }) as Opened)
  const close = () => setOpened((before) => before && { ...before, isOpen: false })
  const add = () => show({ kind: 'form', item: null, draft: null })

  function changed() {
    close()
    void list.reload()
  }
  function forget() {
    dropDraft()
    setDraft(null)
  }

  return (
    <>
      {draft && (
        <Note
          tone="warning"
          className="mb-5"
          title="You were signed out while you were writing."
          action={
            <span className="flex flex-wrap gap-3">
              <Button
                size="sm"
                onClick={() => {
                  show({ kind: 'form', item: draft.item, draft })
                  forget()
                }}
              >
                Continue
              </Button>
              <Button size="sm" variant="outline" onClick={forget}>
                Discard
              </Button>
            </span>
          }
        >
          What you typed for “{draft.values.title || 'a new class'}” is kept.
        </Note>
      )}
      <ListToolbar>
        <SearchField label="Search classes" value={search} onChange={setSearch} />
        <SelectField
          label="Sort"
          className="grow basis-full sm:grow-0 sm:basis-40"
          options={orders}
          value={sort}
          onChange={(event) => setSort(event.target.value)}
        />
        <RefreshButton list={list} />
        <Button className="max-sm:grow" onClick={add}>
          <Icon of={Plus} />
          Add Class
        </Button>
      </ListToolbar>
      <StaleNote list={list} />
      {list.isLoading ? (
        <Loading>Loading classes…</Loading>
      ) : list.isEmptied ? (
        <FailedList list={list}>The classes could not be loaded</FailedList>
      ) : items.length === 0 ? (
        q === '' ? (
          <EmptyState title="No classes found" action={<Button onClick={add}>Add First Class</Button>}>
            Add the first class and it appears on the site at once.
          </EmptyState>
        ) : (
          <EmptyState
            title="No classes found"
            action={
              <Button variant="outline" onClick={() => setSearch('')}>
                Clear search
              </Button>
            }
          >
            Nothing fits “{q}”.
          </EmptyState>
        )
      ) : (
        <>
          <p ref={heading} tabIndex={-1} role="status" className="mb-3 text-sm text-ink-soft outline-none">
            {items.length === 1 ? '1 class' : `${items.length} classes`}
            {list.hasMore && ', more to load'}
          </p>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17.5rem),1fr))] gap-5">
            {items.map((item) => (
              <ClassCard
                key={item.id}
                item={item}
                onView={() => show({ kind: 'view', item })}
                onEdit={() => show({ kind: 'form', item, draft: null })}
                onDelete={() => show({ kind: 'delete', item })}
              />
            ))}
          </ul>
          <LoadMore list={list}>Load more classes</LoadMore>
        </>
      )}
      {opened?.kind === 'form' && (
        <ClassFormDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          item={opened.item}
          draft={opened.draft?.values}
          onSaved={changed}
        />
      )}
      {opened?.kind === 'view' && (
        <ClassViewDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          onEdit={() => show({ kind: 'form', item: opened.item, draft: null })}
          item={opened.item}
        />
      )}
      {opened?.kind === 'delete' && (
        <DeleteClassDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          item={opened.item}
          onDeleted={() => {
            // The button that opened the dialog goes with its card.
            heading.current?.focus()
            changed()
          }}
        />
      )}
    </>
  )
}
