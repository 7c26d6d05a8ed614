import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { usePortalPlace } from './portal-place.tsx'

/**
 * A word beside an icon for those who point or tab at it. `children` is the focusable element and must carry
 * its own `aria-label`: touch and screen readers never get the tooltip.
 */
export function Tooltip({
  text,
  side = 'top',
  children,
}: {
  text: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactElement
}) {
  const [place, placeElement] = usePortalPlace()
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      {placeElement}
      <Base.Portal container={place}>
        <Base.Positioner positionMethod="fixed" side={side} sideOffset={8} className="z-60">
          <Base.Popup className="night rounded-sm px-3 py-1 text-sm transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
