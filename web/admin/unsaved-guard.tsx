import { type ReactNode, useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { session } from '../lib/session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/**
 * Asks before a link, the browser's Back or a closed tab discards what was typed. A component, not a part of the hook:
 * the router takes one blocker, so a closed dialog must have none.
 */
function UnsavedGuard({
  isDirty,
  isAsking,
  onStay,
  onDiscard,
}: {
  isDirty: boolean
  /** Cancel was pressed. */
  isAsking: boolean
  onStay: () => void
  onDiscard: () => void
}) {
  // Who was signed out must reach /signin.
  const blocker = useBlocker(() => isDirty && session.token() !== null)
  useEffect(() => {
    if (!isDirty) return
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [isDirty])
  const stay = () => {
    onStay()
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

/** `leave` closes a form, or asks first while something is not saved; the form renders `question`. */
export function useLeaving(isDirty: boolean, close: () => void): { leave: () => void; question: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  const discard = () => {
    setAsking(false)
    close()
  }
  return {
    leave: () => (isDirty ? setAsking(true) : close()),
    question: (
      <UnsavedGuard
        isDirty={isDirty}
        isAsking={isAsking}
        onStay={() => setAsking(false)}
        onDiscard={discard}
      />
    ),
  }
}
