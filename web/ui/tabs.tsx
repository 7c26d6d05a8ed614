import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export type Tab = { id: string; label: ReactNode; content: ReactNode }

/** Sheets behind one another; arrow keys move between the tabs. Uncontrolled unless `value` is given. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  /** What the tabs choose between. */
  label: string
  tabs: Tab[]
  value?: string
  onChange?: (id: string) => void
}) {
  return (
    <Base.Root
      value={value}
      defaultValue={value === undefined ? tabs[0]?.id : undefined}
      onValueChange={(id) => onChange?.(id)}
    >
      <Base.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.id}
            value={tab.id}
            className="min-h-11 border-b-3 border-transparent px-4 font-bold whitespace-nowrap text-ink-soft -outline-offset-2 transition-colors hover:text-ink data-active:border-leaf data-active:text-leaf-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.id} value={tab.id} className="pt-5">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
