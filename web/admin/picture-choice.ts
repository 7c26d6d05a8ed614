import { useRef, useState } from 'react'
import { PictureError, shrinkPicture } from '../lib/shrink-picture.ts'
import { toast } from '../ui/toast-store.ts'

type Choice = { file: File } | 'keep' | 'remove'

/** So much of a picture is sent; the site shows none larger. */
const sentBytesMax = 1024 * 1024

/**
 * The picture of a form: an image file of at most `bytesMax`, made smaller before it is sent. What cannot be used is
 * said at the field and in a toast (B§5, B§8).
 */
export function usePictureChoice({ bytesMax, tooLarge }: { bytesMax: number; tooLarge: string }) {
  const [choice, setChoice] = useState<Choice>('keep')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const latest = useRef<File | null>(null)

  function refuse(sentence: string) {
    setError(sentence)
    toast({ title: 'Error', description: sentence, tone: 'error' })
  }

  async function pick(file: File) {
    latest.current = file
    setError(null)
    if (file.size > bytesMax) return refuse(tooLarge)
    setBusy(true)
    try {
      const blob = await shrinkPicture(file, sentBytesMax)
      if (latest.current !== file) return
      setChoice({ file: blob === file ? file : new File([blob], file.name, { type: blob.type }) })
    } catch (failure) {
      if (latest.current !== file) return
      refuse(failure instanceof PictureError ? failure.message : 'Failed to process image')
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
    pick: (file: File) => void pick(file),
    remove() {
      latest.current = null
      setError(null)
      setChoice(typeof choice === 'object' ? 'keep' : 'remove')
    },
    /** Says what the server said of the picture. */
    showError: setError,
    reset() {
      latest.current = null
      setError(null)
      setChoice('keep')
    },
  }
}
