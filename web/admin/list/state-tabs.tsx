import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import type { ApiKey } from '../../../contract/index.ts'
import { type CountedList, stateCountMax } from '../../../contract/system/state-counts.ts'
import { query } from '../../lib/query.ts'
import { cx } from '../../ui/class-names.ts'
import type { ListFilter } from './list-memory.ts'
import { totalsOf } from './list-totals.tsx'
import type { ListState } from './use-list.ts'

const countText = (count: number) => (count < stateCountMax ? String(count) : `${stateCountMax - 1}+`)

/** The states of a list as toggle buttons and, unless counting failed, how many rows each has. */
export function StateTabs<K extends ApiKey>({
  list,
  filter,
  counted,
}: {
  list: ListState<K>
  filter: ListFilter
  counted: CountedList
}) {
  const { data } = useQuery({
    ...totalsOf(query('GET /api/admin/state-counts', { query: { list: counted } }), list.readAt),
    enabled: list.readAt > 0,
  })
  const row = useRef<HTMLFieldSetElement>(null)
  const chosen = list.choice.filters[filter.name] ?? ''
  useLayoutEffect(() => {
    const button = row.current?.querySelector<HTMLElement>(`[data-state="${chosen}"]`)
    if (!row.current || !button) return
    row.current.scrollLeft = button.offsetLeft - (row.current.clientWidth - button.offsetWidth) / 2
  }, [chosen])

  const counts = data?.data
  const isEmpty = counts !== undefined && Object.values(counts).every((count) => count === 0)
  if (isEmpty && chosen === '') return null
  const all = [{ value: '', label: filter.all ?? 'All' }, ...(filter.options ?? [])]
  // Many states would push the used ones off the screen.
  const tabs = all.filter(
    ({ value }) => all.length <= 6 || value === '' || value === chosen || counts?.[value] !== 0,
  )
  return (
    <fieldset
      ref={row}
      // The mask shows that the row goes on. The space at the end keeps the last button clear of it.
      className="relative flex min-w-0 gap-1 overflow-x-auto border-b border-line pr-8 [mask-image:linear-gradient(to_right,#000_calc(100%-2rem),transparent)] [scrollbar-width:none]"
    >
      <legend className="sr-only">{filter.label}</legend>
      {tabs.map(({ value, label }) => {
        const isOn = value === chosen
        const count = counts?.[value]
        return (
          <button
            key={value}
            type="button"
            data-state={value}
            aria-pressed={isOn}
            className={cx(
              'inline-flex min-h-11 shrink-0 items-center gap-1.5 border-b-3 px-2.5 text-sm font-bold whitespace-nowrap -outline-offset-2 transition-colors',
              isOn
                ? 'border-leaf-ink text-leaf-ink'
                : 'border-transparent text-ink-soft hover:border-line-strong hover:text-ink',
            )}
            onClick={() => list.setFilter(filter.name, value)}
          >
            {label}{' '}
            {count !== undefined && (
              <span
                className={cx(
                  'min-w-6 rounded-full px-1.5 text-center font-normal',
                  isOn ? 'bg-leaf-tint' : 'bg-line/50',
                  count === 0 && 'opacity-70',
                )}
              >
                {countText(count)}
              </span>
            )}
          </button>
        )
      })}
    </fieldset>
  )
}
