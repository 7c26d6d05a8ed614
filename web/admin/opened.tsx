import { type ReactNode, Suspense, useState } from 'react'
import type { Openable } from '../ui/lazy-dialog.tsx'

interface Shown {
  draw: (props: Openable) => ReactNode
  turn: number
  isOpen: boolean
}

/**
 * One dialog at a time: `show((props) => <EditDialog {...props} row={row} />)` opens it where `dialog` stands. Each opening
 * has its own state; a closed one stays mounted until the next, so that it can fade.
 */
export function useDialog() {
  const [shown, setShown] = useState<Shown | null>(null)
  const close = () => setShown((before) => before && { ...before, isOpen: false })
  return {
    show: (draw: Shown['draw']) =>
      setShown((before) => ({ draw, turn: (before?.turn ?? 0) + 1, isOpen: true })),
    close,
    dialog: shown && (
      <Suspense key={shown.turn}>{shown.draw({ open: shown.isOpen, onClose: close })}</Suspense>
    ),
  }
}
