import { renderSVG } from 'uqr'
import { Drawing } from './drawing.tsx'

/** Drawn here: nobody else learns what it says. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return (
    // A code is read by its contrast: white in both themes.
    <div style={{ background: '#fff' }} className="w-60 max-w-full p-2">
      <Drawing
        svg={renderSVG(text, { ecc: 'M', border: 2 })}
        label={label}
        className="block [&>svg]:h-auto [&>svg]:w-full"
      />
    </div>
  )
}
