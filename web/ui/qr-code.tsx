import { renderSVG } from 'uqr'
import { Drawing } from './drawing.tsx'

/** No other site may learn the content, so the code is drawn here. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return (
    // Readers need the contrast, so it is white in both themes.
    <div style={{ background: '#fff' }} className="w-60 max-w-full p-2">
      <Drawing
        svg={renderSVG(text, { ecc: 'M', border: 2 })}
        label={label}
        className="block [&>svg]:h-auto [&>svg]:w-full"
      />
    </div>
  )
}
