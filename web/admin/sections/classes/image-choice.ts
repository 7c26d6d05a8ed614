import { useRef, useState } from 'react'
import { classImageBytesMax } from '../../../../contract/courses.ts'
import { PictureError, shrinkPicture } from '../../../lib/shrink-picture.ts'
import { toast } from '../../../ui/toast-store.ts'
import { editedImageBytesMax } from './class-form.ts'

type Choice = { file: File } | 'keep' | 'remove'

/** The picture of the class form: under 5 MB; on edit it is squeezed to 0.1 MB (B§5). */
export function useImageChoice(isEdit: boolean) {
  const [choice, setChoice] = useState<Choice>('keep')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [squeezedFrom, setSqueezedFrom] = useState<number | null>(null)
  const latest = useRef<File | null>(null)

  async function pick(file: File) {
    latest.current = file
    setError(null)
    setSqueezedFrom(null)
    if (file.size > classImageBytesMax) {
      setError('File too large: Please select an image smaller than 5MB')
      toast({
        title: 'File too large',
        description: 'Please select an image smaller than 5MB',
        tone: 'error',
      })
      return
    }
    setBusy(true)
    try {
      const blob = await shrinkPicture(file, isEdit ? editedImageBytesMax : classImageBytesMax)
      if (latest.current !== file) return
      setChoice({ file: blob === file ? file : new File([blob], file.name, { type: blob.type }) })
      if (blob.size < file.size) setSqueezedFrom(file.size)
    } catch (failure) {
      if (latest.current !== file) return
      const isTooLarge = failure instanceof PictureError && failure.message === 'Image still too large'
      const [title, description] = isTooLarge
        ? ['Error', failure.message]
        : ['Upload failed', 'Failed to process image. Please try again.']
      setError(isTooLarge ? description : `${title}: ${description}`)
      toast({ title, description, tone: 'error' })
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
    remove() {
      latest.current = null
      setError(null)
      setSqueezedFrom(null)
      setChoice(typeof choice === 'object' ? 'keep' : 'remove')
    },
    refuse: setError,
    reset() {
      latest.current = null
      setError(null)
      setSqueezedFrom(null)
      setChoice('keep')
    },
  }
}

/** `98 kB`, `3.2 MB`. */
export function bytesText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
