import { useState } from 'react'

/** A dialog of a section: what it is about, and whether it stands open. */
export type Opened<What> = What & { turn: number; isOpen: boolean }

/**
 * The dialog of a section. Each opening is a new one with a state of its own (`key={opened.turn}`); it stays until the
 * next, so that it can fade.
 */
export function useOpened<What extends object>() {
  const [opened, setOpened] = useState<Opened<What> | null>(null)
  return {
    opened,
    show: (what: What) => setOpened((before) => ({ ...what, turn: (before?.turn ?? 0) + 1, isOpen: true })),
    close: () => setOpened((before) => before && { ...before, isOpen: false }),
  }
}
