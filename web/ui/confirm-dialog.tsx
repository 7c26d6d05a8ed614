import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { useInertBehind } from './inert-behind.ts'
import type { Openable } from './lazy-dialog.tsx'
import * as text from './ui.en.ts'

export type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  confirmLabel: string
  /** Null for a dialog that only informs and therefore has no Cancel button. */
  cancelLabel?: string | null
  other?: { label: string; onPress: () => void }
  /** `danger` puts the focus on Cancel first. */
  tone?: 'danger' | 'plain'
  busy?: boolean
  error?: string | null
  /** Called on confirmation. The dialog stays open until the caller closes it. */
  onConfirm: () => void
}

/** A question with two answers. A click outside the dialog does not close the dialog. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  confirmLabel,
  cancelLabel = text.cancel,
  other,
  tone = 'plain',
  busy = false,
  error,
  onConfirm,
}: ConfirmDialogProps) {
  const safe = useRef<HTMLButtonElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  const popup = useInertBehind(open)
  return (
    <AlertDialog.Root open={open} onOpenChange={(_, details) => (busy ? details.cancel() : onClose())}>
      <AlertDialog.Portal>
        {/* `forceRender` also renders the backdrop over another dialog. Base UI would leave this backdrop out. */}
        <AlertDialog.Backdrop forceRender className="scrim" />
        <AlertDialog.Popup
          ref={popup}
          initialFocus={tone === 'danger' && cancelLabel ? safe : confirm}
          className="sheet overflow-y-auto overscroll-contain px-5 pt-6 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:max-w-md sm:p-8"
        >
          <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className="mt-2 text-ink-soft">
            {children}
          </AlertDialog.Description>
          {error && (
            <p role="alert" className="mt-3 font-bold text-rose-ink">
              {error}
            </p>
          )}
          <div className="mt-6 flex flex-wrap-reverse justify-end gap-3 max-sm:*:grow">
            {cancelLabel && (
              <AlertDialog.Close
                disabled={busy}
                render={
                  <Button ref={safe} variant="outline">
                    {cancelLabel}
                  </Button>
                }
              />
            )}
            {other && (
              <Button variant="outline" disabled={busy} onClick={other.onPress}>
                {other.label}
              </Button>
            )}
            <Button
              ref={confirm}
              variant={tone === 'danger' ? 'danger' : 'primary'}
              busy={busy}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

export function InformDialog({ children, ...dialog }: Openable & { title: ReactNode; children: ReactNode }) {
  return (
    <ConfirmDialog {...dialog} confirmLabel={text.ok} cancelLabel={null} onConfirm={dialog.onClose}>
      {children}
    </ConfirmDialog>
  )
}
