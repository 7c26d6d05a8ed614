import { type ReactNode, useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { session } from '../lib/session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** `leave` closes a form, or asks first if something is not saved; the form renders `question`. */
export function useLeaving(isDirty: boolean, close: () => void): { leave: () => void; question: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  const answered = (discards: boolean) => {
    setAsking(false)
    if (discards) close()
  }
  return {
    leave: () => (isDirty ? setAsking(true) : close()),
    question: <UnsavedGuard isDirty={isDirty} isAsking={isAsking} onAnswer={answered} />,
  }
}

/** A component and not part of the hook: the router takes one blocker, so a closed dialog must have none. */
function UnsavedGuard({
  isDirty,
  isAsking,
  onAnswer,
}: {
  isDirty: boolean
  isAsking: boolean
  onAnswer: (discards: boolean) => void
}) {
  // A session that has ended may always leave for /signin.
  const blocker = useBlocker(() => isDirty && session.token() !== null)
  useEffect(() => {
    if (!isDirty) return
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [isDirty])
  const answer = (discards: boolean) => {
    onAnswer(discards)
    if (blocker.state !== 'blocked') return
    if (discards) blocker.proceed()
    else blocker.reset()
  }
  return (
    <ConfirmDialog
      open={isAsking || blocker.state === 'blocked'}
      onClose={() => answer(false)}
      title="Discard what you typed?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      tone="danger"
      onConfirm={() => answer(true)}
    >
      It is not saved yet.
    </ConfirmDialog>
  )
}
