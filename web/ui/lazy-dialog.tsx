import { type ComponentType, lazy, useEffect } from 'react'
import { toast } from './toast-store.ts'

/** What every dialog is given by whoever opened it. */
export type Openable = { open: boolean; onClose: () => void }

/** A dialog whose code comes when it is first asked for. Where it cannot be had, a toast says so and the page stays (R19). */
export function lazyDialog<Props extends Openable>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => load().catch(() => ({ default: LostDialog as ComponentType<Props> })))
}

function LostDialog({ open, onClose }: Openable) {
  useEffect(() => {
    if (!open) return
    toast({
      title: 'This window could not be opened',
      description: 'Please check your connection, reload the page and try again.',
      tone: 'error',
      action: { label: 'Reload', onClick: () => location.reload() },
    })
    onClose()
  }, [open, onClose])
  return null
}
