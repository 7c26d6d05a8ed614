import { useState } from 'react'
import {
  type ProductImageSlot,
  productImageBytesMax,
  productImageSlots,
  tooManyImages,
} from '../../../../contract/product-facts.ts'
import type { AdminProduct } from '../../../../contract/products.ts'
import { ApiError, api } from '../../../lib/api.ts'
import { PictureError, readDataUrl, shrinkPicture } from '../../../lib/shrink-picture.ts'
import { toast } from '../../../ui/toast-store.ts'

/** What the form will do with one of the five slots. */
export interface SlotChoice {
  /** A picture that is to be sent; null where there is none. */
  file: File | null
  /** The picture that lies there is to be taken away. */
  isRemoved: boolean
  state: 'idle' | 'preparing' | 'sending' | 'sent' | 'failed'
}

const untouched: SlotChoice = { file: null, isRemoved: false, state: 'idle' }
const nothingChosen = () => productImageSlots.map(() => untouched)

/** Up to five pictures, each under 10 MB and made smaller before it is sent, one call each into its slot. */
export function useProductImages() {
  const [choices, setChoices] = useState<readonly SlotChoice[]>(nothingChosen)
  const [error, setError] = useState<string | null>(null)
  const slotsOf = (base: AdminProduct | null) =>
    productImageSlots.map((slot, at) => {
      const choice = choices[at] ?? untouched
      const lies = base?.pictures.find((one) => one.slot === slot)?.picture ?? null
      const current = choice.isRemoved ? null : lies
      return { slot, ...choice, lies, current, isFull: choice.file !== null || current !== null }
    })

  function put(at: number, part: Partial<SlotChoice>) {
    setChoices((before) => before.map((choice, n) => (n === at ? { ...choice, ...part } : choice)))
  }

  function refuse(sentence: string, title = 'Error') {
    setError(title === 'Error' ? sentence : `${title}: ${sentence}`)
    toast({ title, description: sentence, tone: 'error' })
  }

  async function prepare(at: number, file: File) {
    put(at, { file, isRemoved: false, state: 'preparing' })
    try {
      const blob = await shrinkPicture(file, productImageBytesMax)
      const ready = blob === file ? file : new File([blob], file.name, { type: blob.type })
      put(at, { file: ready, state: 'idle' })
    } catch (failure) {
      put(at, untouched)
      if (!(failure instanceof PictureError)) throw failure
      refuse('Failed to process image. Please try again.', 'Upload failed')
    }
  }

  /** Takes what was picked or dropped into the free slots, from the first on. */
  function add(files: readonly File[], base: AdminProduct | null) {
    setError(null)
    const free = slotsOf(base).flatMap(({ isFull }, at) => (isFull ? [] : [at]))
    for (const file of files) {
      if (file.size > productImageBytesMax) {
        refuse('Image must be less than 10MB')
        continue
      }
      const at = free.shift()
      if (at === undefined) {
        refuse(tooManyImages)
        return
      }
      void prepare(at, file)
    }
  }

  return {
    slotsOf,
    error,
    isChanged: choices.some(({ file, isRemoved }) => file !== null || isRemoved),
    isBusy: choices.some(({ state }) => state === 'preparing'),
    add,
    remove(at: number, base: AdminProduct | null) {
      setError(null)
      put(at, { ...untouched, isRemoved: slotsOf(base)[at]?.lies !== null })
    },
    reset() {
      setError(null)
      setChoices(nothingChosen())
    },
    /**
     * Sends what was chosen, one call each. Gives the product as it is then, and whether all of it worked; what did
     * not stays chosen.
     * @throws ApiError where somebody else changed the product, or the session has ended
     */
    async send(product: AdminProduct): Promise<{ item: AdminProduct; hasFailed: boolean }> {
      let latest = product
      let hasFailed = false
      setError(null)
      for (const [at, slot] of productImageSlots.entries()) {
        const { file, isRemoved } = choices[at] ?? untouched
        if (file === null && !isRemoved) continue
        put(at, { state: 'sending' })
        try {
          latest = await sendOne(latest, slot, file)
          put(at, { ...untouched, state: 'sent' })
        } catch (failure) {
          put(at, { state: 'failed' })
          const isApi = failure instanceof ApiError
          if (isApi && (failure.status === 401 || failure.code === 'conflict')) throw failure
          if (!isApi && !(failure instanceof PictureError)) throw failure
          hasFailed = true
          refuse(uploadSentence(failure, at + 1), 'Upload Error')
        }
      }
      return { item: latest, hasFailed }
    },
  }
}

export type ProductImages = ReturnType<typeof useProductImages>

async function sendOne(
  product: AdminProduct,
  slot: ProductImageSlot,
  file: File | null,
): Promise<AdminProduct> {
  // The server takes base64 without the prefix of a data URL.
  const image = file === null ? null : (await readDataUrl(file)).replace(/^data:[^,]*,/, '')
  return api('PUT /api/admin/products/:id', {
    params: { id: product.id },
    body: { [slot]: image, version: product.version },
  })
}

/** What the toast says, by status. */
export function uploadSentence(failure: ApiError | PictureError, n: number): string {
  const isTooLarge = failure instanceof ApiError && (failure.status === 431 || failure.status === 413)
  return isTooLarge ? `Image ${n} is too large. Try compressing it further.` : `Failed to upload image ${n}`
}
