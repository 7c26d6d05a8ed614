import { useEffect, useState } from 'react'

/**
 * Shows an e-mail. A page may not insert markup from text (decision 0056), so the e-mail is loaded from an address of
 * its own.
 */
export function LetterFrame({ html }: { html: string }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([html], { type: 'text/html;charset=utf-8' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [html])
  return (
    // The frame allows no scripts and no forms, and has no origin.
    <iframe
      title="E-mail"
      sandbox=""
      src={address}
      className="h-[32rem] w-full rounded-sm border border-line bg-white"
    />
  )
}
