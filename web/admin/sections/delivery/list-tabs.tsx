import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { cx } from '../../../ui/class-names.ts'

/** Lists of one section, of which one is shown. The arrow keys go from one to the next. */
export function ListTabs<Id extends string>({
  label,
  tabs,
  current,
  onChoose,
  children,
}: {
  label: string
  tabs: Readonly<Record<Id, string>>
  current: Id
  onChoose: (id: Id) => void
  children: ReactNode
}) {
  const panelId = useId()
  const ids = Object.keys(tabs) as Id[]
  const tabId = (id: Id) => `${panelId}-${id}`
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = ids[(ids.indexOf(current) + step + ids.length) % ids.length] as Id
    onChoose(next)
    document.getElementById(tabId(next))?.focus()
  }
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="mb-6 flex gap-1 overflow-x-auto border-b border-line"
      >
        {ids.map((id) => (
          <button
            key={id}
            id={tabId(id)}
            type="button"
            role="tab"
            aria-selected={id === current}
            aria-controls={panelId}
            tabIndex={id === current ? 0 : -1}
            onClick={() => onChoose(id)}
            className={cx(
              '-mb-px min-h-11 border-b-2 px-4 whitespace-nowrap',
              id === current
                ? 'border-leaf font-bold text-leaf-ink'
                : 'border-transparent text-ink-soft hover:text-ink',
            )}
          >
            {tabs[id]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(current)}>
        {children}
      </div>
    </>
  )
}
