import { useRef, useState } from 'react'
import { PictureError, shrinkPicture } from '../lib/shrink-picture.ts'
import { toast } from '../ui/toast-store.ts'

type Choice = { file: File } | 'keep' | 'remove'

/** So much of a picture is sent unless the form says otherwise; the site shows none larger. */
const usualSentBytes = 1024 * 1024

/** Of a toast; the field says both. */
interface Words {
  title?: string
  description: string
}

export interface PictureRules {
  /** The largest file that may be picked. */
  bytesMax: number
  /** It is made smaller until it has so few. */
  sentBytesMax?: number
  tooLarge: Words
  /** For a file that is no picture. */
  unreadable?: Words
}

/** The picture of a form, until it is saved. */
export type PictureChoice = ReturnType<typeof usePictureChoice>

/**
 * The picture of a form: an image file of at most `bytesMax`, made smaller before it is sent. What cannot be used is
 * said at the field and in a toast (B§5, B§8).
 */
export function usePictureChoice({
  bytesMax,
  sentBytesMax = usualSentBytes,
  tooLarge,
  unreadable = { description: 'Failed to process image' },
}: PictureRules) {
  const [choice, setChoice] = useState<Choice>('keep')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [squeezedFrom, setSqueezedFrom] = useState<number | null>(null)
  const latest = useRef<File | null>(null)

  function refuse({ title, description }: Words) {
    setError(title === undefined ? description : `${title}: ${description}`)
    toast({ title: title ?? 'Error', description, tone: 'error' })
  }

  function forget(next: Choice) {
    latest.current = null
    setError(null)
    setSqueezedFrom(null)
    setChoice(next)
  }

  async function pick(file: File) {
    latest.current = file
    setError(null)
    setSqueezedFrom(null)
    if (file.size > bytesMax) return refuse(tooLarge)
    setBusy(true)
    try {
      const blob = await shrinkPicture(file, sentBytesMax)
      if (latest.current !== file) return
      setChoice({ file: blob === file ? file : new File([blob], file.name, { type: blob.type }) })
      if (blob.size < file.size) setSqueezedFrom(file.size)
    } catch (failure) {
      if (latest.current !== file) return
      const isTooLarge = failure instanceof PictureError && failure.message === 'Image still too large'
      refuse(isTooLarge ? { description: failure.message } : unreadable)
    } finally {
      if (latest.current === file) setBusy(false)
    }
  }

  return {
    file: typeof choice === 'object' ? choice.file : null,
    isRemoved: choice === 'remove',
    isChanged: choice !== 'keep',
    error,
    isBusy,
    /** Bytes before it was squeezed, where it was. */
    squeezedFrom,
    pick: (file: File) => void pick(file),
    remove: () => forget(typeof choice === 'object' ? 'keep' : 'remove'),
    /** Says what the server said of the picture. */
    showError: setError,
    reset: () => forget('keep'),
  }
}
