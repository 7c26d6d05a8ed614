import { type ReactNode, useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { session } from '../lib/session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** A form calls `leave` to close: `leave` asks first if something is not saved. The form also renders `question`. */
export function useLeaving(isDirty: boolean, close: () => void): { leave: () => void; question: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  const answered = (discards: boolean) => {
    setAsking(false)
    if (discards) close()
  }
  return {
    leave: () => (isDirty ? setAsking(true) : close()),
    question: (isDirty || isAsking) && (
      <UnsavedGuard isDirty={isDirty} isAsking={isAsking} onAnswer={answered} />
    ),
  }
}

/**
 * The blocker is in a component and not in the hook, because the router asks only the newest blocker. A closed dialog
 * and a form without changes must therefore not have a blocker.
 */
function UnsavedGuard({
  isDirty,
  isAsking,
  onAnswer,
}: {
  isDirty: boolean
  isAsking: boolean
  onAnswer: (discards: boolean) => void
}) {
  // When the session has ended, the page always goes to /signin without asking.
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
      title="Discard your changes?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      tone="danger"
      onConfirm={() => answer(true)}
    >
      They haven’t been saved.
    </ConfirmDialog>
  )
}
