import { lazy, Suspense, useEffect, useState } from 'react'
import { setConfirmation } from '../lib/api.ts'

const ConfirmIdentityDialog = lazy(() => import('./confirm-identity-dialog.tsx'))

export function ConfirmIdentity() {
  const [asked, setAsked] = useState<{ answer: (isConfirmed: boolean) => void; turn: number } | null>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    // The user is asked once, even if several calls need a confirmation at the same time.
    let asking: Promise<boolean> | null = null
    setConfirmation(() => {
      asking ??= new Promise<boolean>((resolve) => {
        const answer = (isConfirmed: boolean) => {
          asking = null
          setOpen(false)
          resolve(isConfirmed)
        }
        setAsked((before) => ({ answer, turn: (before?.turn ?? 0) + 1 }))
        setOpen(true)
      })
      return asking
    })
    return () => setConfirmation(null)
  }, [])
  return (
    asked && (
      <Suspense>
        <ConfirmIdentityDialog key={asked.turn} open={isOpen} onAnswer={asked.answer} />
      </Suspense>
    )
  )
}
