import { Camera } from 'lucide-react'
import { useRef, useState } from 'react'
import { type FloristOrder, photographBytesMax } from '../../../../../contract/orders/florist.ts'
import { PictureError, readDataUrl, shrinkPicture } from '../../../../lib/shrink-picture.ts'
import { Button } from '../../../../ui/button.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import type { Presses } from './day-list.tsx'

/**
 * The size limit of a photograph is so low that a phone without a connection can store the photographs of a whole
 * route.
 */
const sentBytesMax = 150 * 1024

const texts = {
  tied: {
    question: ({ number }: { number: string }) => `Mark ${number} as ready`,
    withPhoto: 'Mark as ready with a photo',
  },
  delivered: {
    question: ({ number }: { number: string }) => `Mark ${number} as delivered`,
    withPhoto: 'Mark as delivered with a photo',
  },
}

/** Asks for a photograph to send with a click. The click can also be sent without a photograph. */
export function PhotographQuestion({
  order,
  kind,
  presses,
  onBack,
}: {
  order: FloristOrder
  kind: 'tied' | 'delivered'
  presses: Presses
  onBack: () => void
}) {
  const press = (photograph?: string) =>
    presses.press(order, { kind, ...(photograph === undefined ? {} : { photograph }) })
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  async function pick(file: File) {
    setBusy(true)
    try {
      if (file.size > photographBytesMax) throw new PictureError('Image still too large')
      press(await readDataUrl(await shrinkPicture(file, sentBytesMax)))
    } catch (error) {
      if (!(error instanceof PictureError)) throw error
      toast({ title: 'This photo can’t be used', description: error.message, tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div
      role="group"
      aria-label={texts[kind].question({ number: order.ordernumber })}
      className="mt-auto grid gap-2 print:hidden"
    >
      <Button wide icon={Camera} busy={isBusy && 'Preparing photo…'} onClick={() => input.current?.click()}>
        {texts[kind].withPhoto}
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
          // The value is emptied, because otherwise choosing the same file again would cause no event.
          target.value = ''
          if (file) void pick(file)
        }}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button variant="outline" onClick={() => press()}>
          Without a photo
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  )
}
