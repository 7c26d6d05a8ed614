import { useRef, useState } from 'react'
import { PictureError, shrinkPicture } from '../lib/shrink-picture.ts'
import { toast } from '../ui/toast-store.ts'

const usualSentBytes = 1024 * 1024

interface Words {
  title?: string
  description: string
}

export interface PictureRules {
  bytesMax: number
  /** A picture is made smaller until it has at most this many bytes; 1 MB by default. */
  sentBytesMax?: number
  /** The same limit as `sentBytesMax`, for a record that is edited. */
  editedBytesMax?: number
  tooLarge?: Words
  unreadable?: Words
}

/** The texts say "Under 10MB" for a limit of 10 megabytes minus one byte, so the number is rounded up. */
export const megabytes = (bytesMax: number) => Math.ceil(bytesMax / 1024 / 1024)

interface Choice {
  file: File | null
  isRemoved: boolean
  error: string | null
  isBusy: boolean
  /** The bytes that the picture had before it was made smaller; null if the picture was not made smaller. */
  squeezedFrom: number | null
}

const untouched: Choice = { file: null, isRemoved: false, error: null, isBusy: false, squeezedFrom: null }

export type PictureChoice = ReturnType<typeof usePictureChoice>

export function usePictureChoice(rules: PictureRules, isEdit: boolean) {
  const {
    bytesMax,
    sentBytesMax = usualSentBytes,
    editedBytesMax = sentBytesMax,
    tooLarge = { description: `Image must be less than ${megabytes(bytesMax)}MB` },
    unreadable = { description: 'Failed to process image' },
  } = rules
  const [choice, setChoice] = useState(untouched)
  const latest = useRef<File | null>(null)
  const change = (part: Partial<Choice>) => setChoice((before) => ({ ...before, ...part }))

  function refuse({ title, description }: Words) {
    change({ error: title === undefined ? description : `${title}: ${description}`, isBusy: false })
    toast({ title: title ?? 'Error', description, tone: 'error' })
  }

  function forget(isRemoved: boolean) {
    latest.current = null
    setChoice({ ...untouched, isRemoved })
  }

  async function pick(file: File) {
    latest.current = file
    change({ error: null, squeezedFrom: null, isBusy: true })
    if (file.size > bytesMax) return refuse(tooLarge)
    try {
      const blob = await shrinkPicture(file, isEdit ? editedBytesMax : sentBytesMax)
      if (latest.current !== file) return
      setChoice({
        ...untouched,
        file: blob === file ? file : new File([blob], file.name, { type: blob.type }),
        squeezedFrom: blob.size < file.size ? file.size : null,
      })
    } catch (failure) {
      if (latest.current !== file) return
      const isTooLarge = failure instanceof PictureError && failure.message === 'Image still too large'
      refuse(isTooLarge ? { description: failure.message } : unreadable)
    }
  }

  return {
    ...choice,
    isChanged: choice.file !== null || choice.isRemoved,
    pick: (file: File) => void pick(file),
    remove: () => forget(choice.file === null),
    showError: (error: string) => change({ error }),
    reset: () => forget(false),
  }
}
