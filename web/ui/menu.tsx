import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './class-names.ts'
import { usePortalPlace } from './portal-place.tsx'

export type MenuItem =
  | 'separator'
  | {
      label: string
      icon?: ReactNode
      onSelect: () => void
      isDisabled?: boolean
      /** Destroys something. */
      isDanger?: boolean
    }

/** A button with a list of things to do. `trigger` is the button element itself, e.g. an `<IconButton>`. */
export function Menu({ trigger, items }: { trigger: ReactElement; items: MenuItem[] }) {
  const [place, placeElement] = usePortalPlace()
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      {placeElement}
      <Base.Portal container={place}>
        <Base.Positioner
          positionMethod="fixed"
          sideOffset={6}
          align="end"
          collisionPadding={12}
          className="z-50 outline-none"
        >
          <Base.Popup className="hanging outline-none">
            {items.map((item, n) =>
              item === 'separator' ? (
                <Base.Separator key={n} className="my-1.5 border-t border-line" />
              ) : (
                <Base.Item
                  key={item.label}
                  disabled={item.isDisabled}
                  onClick={item.onSelect}
                  className={cx('hanging-item', item.isDanger && 'text-rose-ink')}
                >
                  {item.icon}
                  {item.label}
                </Base.Item>
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
