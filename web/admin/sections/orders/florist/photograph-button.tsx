import { Camera } from 'lucide-react'
import { useRef, useState } from 'react'
import { photographBytesMax } from '../../../../../contract/orders/florist.ts'
import { PictureError, readDataUrl, shrinkPicture } from '../../../../lib/shrink-picture.ts'
import { Button } from '../../../../ui/button.tsx'
import { toast } from '../../../../ui/toast-store.ts'

/** Photographs are so small that a phone that is offline keeps those of a whole route. */
const sentBytesMax = 150 * 1024

/** Opens the phone's camera, and gives a smaller photograph as a data URL. */
export function PhotographButton({
  children,
  onPhotograph,
}: {
  children: string
  onPhotograph: (dataUrl: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  async function pick(file: File) {
    setBusy(true)
    try {
      if (file.size > photographBytesMax) throw new PictureError('Image still too large')
      onPhotograph(await readDataUrl(await shrinkPicture(file, sentBytesMax)))
    } catch (error) {
      if (!(error instanceof PictureError)) throw error
      toast({ title: 'The photograph cannot be used', description: error.message, tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button wide icon={Camera} busy={isBusy && 'One moment…'} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // An empty value lets the same file be chosen again.
          target.value = ''
          if (file) void pick(file)
        }}
      />
    </>
  )
}
