import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { toast } from './toast-store.ts'

export type Openable = { open: boolean; onClose: () => void }

/** A dialog whose code loads when it is first opened; a toast says where that failed. */
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

export function DialogButton({
  dialog,
  ...button
}: Pick<ButtonProps, 'variant' | 'size' | 'children' | 'className'> & {
  dialog: (props: Openable) => ReactNode
}) {
  const [state, setState] = useState<'unloaded' | 'open' | 'closed'>('unloaded')
  return (
    <>
      <Button {...button} onClick={() => setState('open')} />
      {state !== 'unloaded' && (
        <Suspense>{dialog({ open: state === 'open', onClose: () => setState('closed') })}</Suspense>
      )}
    </>
  )
}
