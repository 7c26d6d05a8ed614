import { ListFilter, ListRestart, type LucideIcon, Pin, Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ApiKey } from '../../../contract/index.ts'
import { dayText } from '../../../contract/words.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { RefreshButton } from '../refresh-button.tsx'
import { useWidth } from './list-table.tsx'
import { StateTabs } from './state-tabs.tsx'
import type { ListState } from './use-list.ts'

/** Search, filters and buttons of a list. The filters are behind one button, and chips say which are set. */
export function ListHead<K extends ApiKey>({ list, toolbar }: { list: ListState<K>; toolbar: ReactNode }) {
  const { search, states } = list.definition
  const [isOpen, setOpen] = useState(false)
  const head = useRef<HTMLDivElement>(null)
  // A narrow list's search field has no room for the names of what it searches.
  const isSmall = (useWidth(head) ?? Infinity) < 560
  const panelId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const chips = chipsOf(list)
  const count = chips.length
  const name = count === 0 ? 'Filter' : `Filter · ${count}`
  const hasPanel = search !== undefined || list.filters.length > 0 || list.sorts.length > 1
  return (
    <div
      ref={head}
      className="@container mb-2 flex flex-col gap-2 print:hidden"
      role="search"
      aria-label={list.texts.filters ?? 'Filters'}
    >
      <div className="flex flex-wrap items-center justify-end gap-2">
        {search && (
          <TextField
            label={search.label}
            placeholder={isSmall ? 'Search' : search.placeholder}
            type="search"
            prefix={<Icon of={Search} />}
            maxLength={100}
            autoComplete="off"
            className="min-w-0 flex-1 basis-36 max-[22rem]:basis-full sm:basis-44 [&_input]:text-ellipsis [&>label]:sr-only"
            value={list.choice.q}
            onChange={(event) => list.change({ q: event.target.value })}
          />
        )}
        {hasPanel && (
          <Button
            ref={button}
            variant="outline"
            icon={ListFilter}
            className={cx('!px-4', (isOpen || count > 0) && '!border-leaf-ink !text-leaf-ink')}
            aria-label={name}
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            aria-keyshortcuts="F"
            title="Filter and sort (F)"
            onClick={() => setOpen(!isOpen)}
          >
            <span className="@max-[48rem]:hidden">{name}</span>
            {count > 0 && <span className="@min-[48rem]:hidden">{count}</span>}
          </Button>
        )}
        <RefreshButton busy={list.isFetching} onClick={() => void list.refresh()} />
        <div className="group/tools contents max-sm:flex max-sm:basis-full max-sm:flex-wrap max-sm:gap-2 max-sm:empty:hidden">
          {toolbar}
        </div>
      </div>
      {isOpen && (
        <FilterPanel
          id={panelId}
          list={list}
          onClose={() => {
            button.current?.focus()
            setOpen(false)
          }}
        />
      )}
      {count > 0 && (
        <ul aria-label="Filters that are set" className="flex flex-wrap gap-2">
          {chips.map(({ key, words, label, remove }) => (
            <li key={key} className="flex max-w-full min-w-0">
              <button
                type="button"
                aria-label={label}
                className="inline-flex min-h-11 max-w-full min-w-0 items-center gap-1.5 rounded-full border border-line-strong bg-leaf-tint px-3.5 text-sm font-bold text-leaf-ink transition-colors hover:border-leaf-ink"
                onClick={({ currentTarget }) => {
                  const chip = currentTarget.parentElement
                  const next = chip?.nextElementSibling ?? chip?.previousElementSibling
                  // The chip disappears together with its button, which has the focus.
                  ;(next?.querySelector('button') ?? button.current)?.focus()
                  remove()
                }}
              >
                <span className="truncate">{words}</span>
                <Icon of={X} className="!size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {list.tabs && states && <StateTabs list={list} filter={list.tabs} counted={states.counted} />}
    </div>
  )
}

interface Side {
  icon: LucideIcon
  children: string
}

const sideLook = ({ icon, children }: Side) =>
  ({
    icon,
    title: children,
    variant: 'outline',
    className:
      'shrink-0 @max-[48rem]:!px-3.5 max-sm:group-not-has-data-main/tools:flex-1 max-sm:group-not-has-data-main/tools:!px-1 max-sm:text-sm',
    children: (
      <span className="sm:@max-[48rem]:sr-only max-sm:group-has-data-main/tools:sr-only">{children}</span>
    ),
  }) as const

/** A button beside a list's main button (`data-main`). Its icon stands alone if the list has no room for its words. */
export const SideButton = ({ onClick, ...side }: Side & { onClick: () => void }) => (
  <Button {...sideLook(side)} onClick={onClick} />
)

/** A link that looks like a `SideButton`. */
export const SideLink = ({ to, ...side }: Side & { to: string }) => <ButtonLink {...sideLook(side)} to={to} />

interface Chip {
  key: string
  words: string
  /** The name of the button that removes the filter. */
  label: string
  remove: () => void
}

function chipsOf<K extends ApiKey>(list: ListState<K>): Chip[] {
  const set = list.filters.flatMap(({ name, label, options }) => {
    const value = list.choice.filters[name]
    if (value === undefined) return []
    const shown = options?.find((option) => option.value === value)?.label ?? dayText(value)
    const words = `${label}: ${shown}`
    return [{ key: name, words, label: `Remove filter ${words}`, remove: () => list.setFilter(name, '') }]
  })
  const [first] = list.sorts
  const sort = list.sorts.find(({ value }) => value === list.choice.sort)
  if (!list.isSorted || !first || !sort) return set
  const words = `Sort: ${sort.label}`
  const remove = () => list.change({ sort: first.value })
  return [...set, { key: 'sort', words, label: `Remove sort ${sort.label}`, remove }]
}

function FilterPanel<K extends ApiKey>({
  id,
  list,
  onClose,
}: {
  id: string
  list: ListState<K>
  onClose: () => void
}) {
  const panel = useRef<HTMLFieldSetElement>(null)
  useEffect(() => panel.current?.querySelector<HTMLElement>('select, input, button')?.focus(), [])
  const isSet = list.isFiltered || list.isSorted
  return (
    <fieldset
      ref={panel}
      id={id}
      className="flex flex-wrap items-end gap-3 rounded-sm border border-line bg-raised p-3 sm:p-4"
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <legend className="sr-only">Filter and sort</legend>
      {list.filters.map(({ name, label, all = 'All', options }) => {
        const field = {
          label,
          // A narrower date field would cut off part of the date.
          className: options ? 'min-w-0 grow basis-36 sm:max-w-48' : 'min-w-0 grow basis-44 sm:max-w-48',
          value: list.choice.filters[name] ?? '',
          error: list.fieldErrors[name] ?? null,
          onChange: (event: { target: { value: string } }) => list.setFilter(name, event.target.value),
        }
        return options ? (
          <SelectField key={name} {...field} placeholder={all} options={options} />
        ) : (
          <DateField key={name} placeholder="Any day" {...field} />
        )
      })}
      {list.sorts.length > 1 && (
        <SelectField
          label="Sort"
          className="min-w-0 grow basis-36 sm:max-w-56"
          options={list.sorts}
          value={list.choice.sort}
          onChange={(event) => list.change({ sort: event.target.value })}
        />
      )}
      <Button
        className="max-sm:grow"
        variant={list.choice.isPinned ? 'outline' : 'quiet'}
        icon={Pin}
        aria-pressed={list.choice.isPinned}
        disabled={!list.isFiltered}
        onClick={() => list.change({ isPinned: !list.choice.isPinned })}
      >
        Remember<span className="sr-only"> search and filters</span>
      </Button>
      <Button
        className="max-sm:grow"
        variant="quiet"
        icon={ListRestart}
        disabled={!isSet}
        onClick={() => {
          // The button is disabled once nothing is set, and would lose the focus.
          panel.current?.querySelector<HTMLElement>('select, input')?.focus()
          list.reset()
        }}
      >
        Reset
        <span className="sr-only"> search, filters and sort</span>
      </Button>
    </fieldset>
  )
}
