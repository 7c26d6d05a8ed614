import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import type { Openable } from './lazy-dialog.tsx'

/** The visitor must read this before going on: it asks nothing, and its one button is OK. */
export function InformDialog({ children, ...dialog }: Openable & { title: ReactNode; children: ReactNode }) {
  return (
    <ConfirmDialog {...dialog} confirmLabel="OK" cancelLabel={null} onConfirm={dialog.onClose}>
      {children}
    </ConfirmDialog>
  )
}
