import { renderSVG } from 'uqr'
import { Drawing } from './drawing.tsx'

/** The code is drawn here, because a service for QR codes would learn the content of the code. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return (
    // Scanners need the contrast, so the ground is white in both themes.
    <div style={{ background: '#fff' }} className="w-60 max-w-full p-2">
      <Drawing
        svg={renderSVG(text, { ecc: 'M', border: 2 })}
        label={label}
        className="block [&>svg]:h-auto [&>svg]:w-full"
      />
    </div>
  )
}
