import { type ReactNode, Suspense, useState } from 'react'
import type { Openable } from '../ui/lazy-dialog.tsx'

export type Opened<What> = What & { turn: number; isOpen: boolean }

/** One dialog at a time: `show((props) => <EditDialog {...props} row={row} />)` opens it where `dialog` stands. */
export function useDialog() {
  type Draw = (props: Openable) => ReactNode
  const { show, close, dialog } = useOpened<{ draw: Draw }>()
  return {
    show: (draw: Draw) => show({ draw }),
    close,
    dialog: dialog(({ draw }, props) => draw(props)),
  }
}

/** The dialog of a section. Each opening has its own state; a closed one stays mounted until the next, so that it can fade. */
export function useOpened<What extends object = object>() {
  const [opened, setOpened] = useState<Opened<What> | null>(null)
  const close = () => setOpened((before) => before && { ...before, isOpen: false })
  return {
    opened,
    show: (what: What) => setOpened((before) => ({ ...what, turn: (before?.turn ?? 0) + 1, isOpen: true })),
    close,
    /** Draws what was shown last: `{dialog(({ row }, props) => <EditDialog {...props} row={row} />)}`. */
    dialog: (draw: (what: What, props: Openable) => ReactNode) =>
      opened && (
        <Suspense key={opened.turn}>{draw(opened, { open: opened.isOpen, onClose: close })}</Suspense>
      ),
  }
}
