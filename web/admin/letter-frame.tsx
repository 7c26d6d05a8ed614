import { useEffect, useState } from 'react'

/** A page takes no markup from text (decision 0056), so the letter has an address of its own. */
export function LetterFrame({ html }: { html: string }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([html], { type: 'text/html;charset=utf-8' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [html])
  return (
    // The frame has no scripts, no forms and no origin of its own.
    <iframe
      title="The letter"
      sandbox=""
      src={address}
      className="h-[32rem] w-full rounded-sm border border-line bg-white"
    />
  )
}
