import { useState } from 'react'
import { Button } from './button.tsx'
import * as copyText from './copy.en.ts'
import * as text from './ui.en.ts'

export function CopyButton({ text: copied, what }: { text: string; what: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  async function copy() {
    try {
      await navigator.clipboard.writeText(copied)
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <Button size="sm" variant="quiet" aria-label={copyText.copyIt({ what })} onClick={() => void copy()}>
        {state === 'copied' ? text.copied : text.copy}
      </Button>
      <span role="status" className="sr-only">
        {state === 'copied' && copyText.itCopied({ what })}
        {state === 'failed' && copyText.copyFailed({ what })}
      </span>
    </>
  )
}
