import { useState } from 'react'
import { Button } from './button.tsx'

export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <Button size="sm" variant="quiet" aria-label={`Copy ${what}`} onClick={() => void copy()}>
        {state === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className="sr-only">
        {state === 'copied' && `${what} copied`}
        {state === 'failed' && `Copying is not allowed here: please select the ${what}`}
      </span>
    </>
  )
}
