import { ImagePlus, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import {
  type ProductImageSlot,
  productImageBytesMax,
  productImageSlots,
  tooManyImages,
} from '../../../../../contract/store/product-input.ts'
import type { AdminProduct } from '../../../../../contract/store/products.ts'
import { ApiError, api } from '../../../../lib/api.ts'
import { PictureError, readDataUrl, shrinkPicture } from '../../../../lib/shrink-picture.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { DropZone } from '../../../../ui/drop-zone.tsx'
import { type FileFieldProps, pictureKinds, useShownPicture } from '../../../../ui/file-field.tsx'
import { FieldHint } from '../../../../ui/form-field.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { FocusPointButton } from '../../../focus-point.tsx'

interface SlotChoice {
  file: File | null
  isRemoved: boolean
  state: 'idle' | 'preparing' | 'sending' | 'sent' | 'failed'
}

const untouched: SlotChoice = { file: null, isRemoved: false, state: 'idle' }
const nothingChosen = () => productImageSlots.map(() => untouched)

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
     * Sends each chosen picture in its own call. A picture stays chosen if its call failed.
     * @throws ApiError if somebody else changed the product, or if the session has ended
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
  // The server expects base64 without the prefix of a data URL.
  const image = file === null ? null : (await readDataUrl(file)).replace(/^data:[^,]*,/, '')
  return api('PUT /api/admin/products/:id', {
    params: { id: product.id },
    body: { [slot]: image, version: product.version },
  })
}

export function uploadSentence(failure: ApiError | PictureError, n: number): string {
  const isTooLarge = failure instanceof ApiError && (failure.status === 431 || failure.status === 413)
  return isTooLarge ? `Image ${n} is too large. Try compressing it further.` : `Failed to upload image ${n}`
}

const states: Record<SlotChoice['state'], string> = {
  idle: '',
  preparing: 'Preparing…',
  sending: 'Uploading…',
  sent: 'Uploaded',
  failed: 'Not uploaded',
}

export function ImageSlots({
  images,
  base,
  disabled,
}: {
  images: ProductImages
  base: AdminProduct | null
  disabled: boolean
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const hint = 'Up to 5 images, each under 10MB. JPEG, PNG, WebP or AVIF. The first one is shown on the card.'
  const slots = images.slotsOf(base)
  const count = slots.filter(({ isFull }) => isFull).length
  const filled = slots.flatMap((slot, at) =>
    slot.isFull || slot.state === 'preparing' ? [{ ...slot, at }] : [],
  )
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-bold">
        Images
      </label>
      <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      <DropZone
        id={id}
        multiple
        accept={pictureKinds}
        disabled={disabled}
        hint={hint}
        error={images.error}
        inputRef={input}
        className="p-3"
        onFiles={(files) => images.add(files, base)}
      >
        {filled.length > 0 && (
          <ul className="mb-3 grid grid-cols-2 gap-3 sm:grid-cols-5">
            {filled.map((slot) => (
              <li key={slot.slot} className="min-w-0">
                <div className="relative">
                  <SlotPicture file={slot.file} current={slot.current} />
                  <IconButton
                    label={`Remove image ${slot.at + 1}`}
                    disabled={disabled}
                    icon={X}
                    className="absolute top-1 right-1 bg-raised"
                    onClick={() => {
                      images.remove(slot.at, base)
                      input.current?.focus()
                    }}
                  />
                </div>
                {slot.file === null && (
                  <FocusPointButton picture={slot.current} name={`image ${slot.at + 1}`} />
                )}
                <p
                  role="status"
                  className={cx(
                    'mt-1 flex items-center gap-2 text-sm',
                    slot.state === 'failed' ? 'font-bold text-rose-ink' : 'text-ink-soft',
                  )}
                >
                  {(slot.state === 'preparing' || slot.state === 'sending') && <Spinner />}
                  {states[slot.state] || `Image ${slot.at + 1}`}
                </p>
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            tabIndex={-1}
            aria-hidden="true"
            size="sm"
            variant="outline"
            icon={ImagePlus}
            disabled={disabled}
            onClick={() => input.current?.click()}
          >
            {count === 0 ? 'Choose images' : 'Add images'}
          </Button>
          <span className="text-sm text-ink-soft">{count} of 5. You can also drop them here.</span>
        </div>
      </DropZone>
    </div>
  )
}

function SlotPicture({ file, current }: Pick<FileFieldProps, 'file' | 'current'>) {
  const shown = useShownPicture(file, current)
  return <Picture picture={shown} alt="" sizes="10rem" className="aspect-[4/3] w-full rounded-sm" />
}
