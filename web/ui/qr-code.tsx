import { renderSVG } from 'uqr'
import { Drawing } from './drawing.tsx'

/** It is drawn here, because no other site may learn its content. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return (
    // It is white in both themes, because readers need the contrast.
    <div style={{ background: '#fff' }} className="w-60 max-w-full p-2">
      <Drawing
        svg={renderSVG(text, { ecc: 'M', border: 2 })}
        label={label}
        className="block [&>svg]:h-auto [&>svg]:w-full"
      />
    </div>
  )
}
