import { type ReactNode, Suspense, useState } from 'react'
import type { Openable } from '../ui/lazy-dialog.tsx'

/** A dialog of a section: what it is about, and whether it stands open. */
export type Opened<What> = What & { turn: number; isOpen: boolean }

/**
 * The dialog of a section. Each opening is a new one with a state of its own; it stays until the next, so that it can
 * fade.
 */
export function useOpened<What extends object = object>() {
  const [opened, setOpened] = useState<Opened<What> | null>(null)
  const close = () => setOpened((before) => before && { ...before, isOpen: false })
  return {
    opened,
    show: (what: What) => setOpened((before) => ({ ...what, turn: (before?.turn ?? 0) + 1, isOpen: true })),
    close,
    /** What was shown last, whose code may still be on its way: `{dialog(({ row }, props) => <EditDialog {...props} row={row} />)}`. */
    dialog: (draw: (what: What, props: Openable) => ReactNode) =>
      opened && (
        <Suspense key={opened.turn}>{draw(opened, { open: opened.isOpen, onClose: close })}</Suspense>
      ),
  }
}
