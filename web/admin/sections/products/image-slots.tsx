import { ImagePlus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import type { AdminProduct } from '../../../../contract/products.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { type FileFieldProps, pictureKinds, useShownPicture } from '../../../ui/file-field.tsx'
import { FieldHint } from '../../../ui/form-field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { ProductImages, SlotChoice } from './product-images.ts'

const states: Record<SlotChoice['state'], string> = {
  idle: '',
  preparing: 'Making it ready…',
  sending: 'Uploading…',
  sent: 'Uploaded',
  failed: 'Not uploaded',
}

/** The five pictures of a product: chosen or dropped, shown in their order, each with what is happening to it. */
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
  const hint = 'Up to 5, each under 10MB; the first is the one on the card. JPEG, PNG, WebP or AVIF.'
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
                    className="absolute top-1 right-1 bg-raised"
                    onClick={() => {
                      images.remove(slot.at, base)
                      input.current?.focus()
                    }}
                  >
                    <Icon of={X} />
                  </IconButton>
                </div>
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
            disabled={disabled}
            onClick={() => input.current?.click()}
          >
            <Icon of={ImagePlus} />
            {count === 0 ? 'Choose images' : 'Add images'}
          </Button>
          <span className="text-sm text-ink-soft">{count} of 5, or drop them here</span>
        </div>
      </DropZone>
    </div>
  )
}

function SlotPicture({ file, current }: Pick<FileFieldProps, 'file' | 'current'>) {
  const shown = useShownPicture(file, current)
  return <Picture picture={shown} alt="" sizes="10rem" className="aspect-[4/3] w-full rounded-sm" />
}
