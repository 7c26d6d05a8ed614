import { useState } from 'react'
import { renderSVG } from 'uqr'
import { Button, ButtonLink } from './button.tsx'
import { Drawing } from './drawing.tsx'

/** A UPI link as a code to scan, an id to copy, and on phones a way into the app. Drawn here: nobody else learns who pays. */
export function UpiCode({ id, uri }: { id: string; uri: string }) {
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      {/* A code is read by its contrast: white in both themes. */}
      <div style={{ background: '#fff' }} className="w-60 max-w-full p-2">
        <Drawing
          svg={renderSVG(uri, { ecc: 'M', border: 2 })}
          label={`UPI QR code for ${id}`}
          className="block [&>svg]:h-auto [&>svg]:w-full"
        />
      </div>
      <div className="flex flex-wrap items-center justify-center gap-2">
        <span>
          UPI id <strong className="select-all">{id}</strong>
        </span>
        <CopyButton text={id} label="Copy UPI id" />
      </div>
      <ButtonLink href={uri} variant="outline" wide className="sm:hidden">
        Open a UPI app
      </ButtonLink>
    </div>
  )
}

function CopyButton({ text, label }: { text: string; label: string }) {
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
      <Button size="sm" variant="quiet" aria-label={label} onClick={() => void copy()}>
        {state === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className="sr-only">
        {state === 'copied' && 'UPI id copied'}
        {state === 'failed' && 'Copying is not allowed here: please select the UPI id'}
      </span>
    </>
  )
}
