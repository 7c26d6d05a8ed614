import { Menu as Base } from '@base-ui/react/menu'
import { type ReactElement, useState } from 'react'
import { cx } from './class-names.ts'

export interface MenuItem {
  label: string
  onSelect: () => void
  isDisabled?: boolean
  isDanger?: boolean
  /** Makes the item a checkbox, which keeps the menu open. */
  isChecked?: boolean
}

export function Menu({ trigger, items }: { trigger: ReactElement; items: readonly MenuItem[] }) {
  // The menu is rendered beside its trigger. At the end of `<body>` it would be outside the dialog that it may belong
  // to.
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <span ref={setPlace} className="absolute" />
      <Base.Portal container={place}>
        <Base.Positioner
          positionMethod="fixed"
          sideOffset={6}
          align="end"
          collisionPadding={12}
          className="z-50 outline-none"
        >
          <Base.Popup className="max-h-[min(24rem,var(--available-height))] max-w-[var(--available-width)] min-w-48 overflow-y-auto overscroll-contain rounded-sm border border-line bg-raised p-1.5 text-ink shadow-soft outline-none">
            {items.map((item) => {
              const look = {
                disabled: item.isDisabled,
                className: cx(
                  'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-sm px-3 py-1 outline-none data-disabled:cursor-not-allowed data-disabled:text-ink-soft data-highlighted:bg-leaf-tint',
                  item.isDanger && 'text-rose-ink',
                ),
              }
              return item.isChecked === undefined ? (
                <Base.Item key={item.label} {...look} onClick={item.onSelect}>
                  {item.label}
                </Base.Item>
              ) : (
                <Base.CheckboxItem
                  key={item.label}
                  {...look}
                  checked={item.isChecked}
                  onCheckedChange={item.onSelect}
                >
                  <span className="grid size-5 shrink-0 place-items-center rounded-sm border border-line-strong text-leaf-ink">
                    <Base.CheckboxItemIndicator className="text-sm leading-none font-bold">
                      ✓
                    </Base.CheckboxItemIndicator>
                  </span>
                  {item.label}
                </Base.CheckboxItem>
              )
            })}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
