import { useRef, useState } from 'react'
import { PictureError, shrinkPicture } from '../lib/shrink-picture.ts'
import { toast } from '../ui/toast-store.ts'

type Choice = { file: File } | 'keep' | 'remove'

/** The most that is sent of a picture unless told. */
const usualSentBytes = 1024 * 1024

interface Words {
  title?: string
  description: string
}

export interface PictureRules {
  bytesMax: number
  /** Of what is sent: the picture is made smaller until it fits. */
  sentBytesMax?: number
  /** The same of a picture in an edit. */
  editedBytesMax?: number
  tooLarge?: Words
  unreadable?: Words
}

/** "Under 10MB" is one byte less than that. */
export const megabytes = (bytesMax: number) => Math.ceil(bytesMax / 1024 / 1024)

export type PictureChoice = ReturnType<typeof usePictureChoice>

/** The picture of a form until it is saved: an image of at most `bytesMax`, made smaller before it is sent. */
export function usePictureChoice(rules: PictureRules, isEdit: boolean) {
  const {
    bytesMax,
    sentBytesMax = usualSentBytes,
    editedBytesMax = sentBytesMax,
    tooLarge = { description: `Image must be less than ${megabytes(bytesMax)}MB` },
    unreadable = { description: 'Failed to process image' },
  } = rules
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
      const blob = await shrinkPicture(file, isEdit ? editedBytesMax : sentBytesMax)
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
    /** Its bytes before it was made smaller; null where it was not. */
    squeezedFrom,
    pick: (file: File) => void pick(file),
    remove: () => forget(typeof choice === 'object' ? 'keep' : 'remove'),
    showError: setError,
    reset: () => forget('keep'),
  }
}
