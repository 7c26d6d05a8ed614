import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { session } from '../lib/session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/**
 * What was typed and is not saved never goes without a question: not by a link, not by the browser's Back, not with the
 * tab. For forms that stand in a section; `FormDialog` brings its own.
 */
export function UnsavedGuard({
  isDirty,
  isAsking = false,
  onStay,
  onDiscard,
}: {
  isDirty: boolean
  /** The form's own Cancel asks the same question. */
  isAsking?: boolean
  onStay?: () => void
  onDiscard: () => void
}) {
  // Who was signed out is led to /signin in any case.
  const blocker = useBlocker(() => isDirty && session.token() !== null)
  useEffect(() => {
    if (!isDirty) return
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [isDirty])
  const stay = () => {
    onStay?.()
    if (blocker.state === 'blocked') blocker.reset()
  }
  const discard = () => {
    onDiscard()
    if (blocker.state === 'blocked') blocker.proceed()
  }
  return (
    <ConfirmDialog
      open={isAsking || blocker.state === 'blocked'}
      onClose={stay}
      title="Discard what you typed?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      tone="danger"
      onConfirm={discard}
    >
      It is not saved yet.
    </ConfirmDialog>
  )
}
