import { useQueryClient } from '@tanstack/react-query'
import { Crosshair } from 'lucide-react'
import { useId, useState } from 'react'
import type { FocusPoint } from '../../contract/primitives.ts'
import { type ApiError, api } from '../lib/api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { archAround, Picture, type PictureProps, type PictureSource } from '../ui/picture.tsx'
import { useAction } from './use-action.ts'

const middle: FocusPoint = { x: 50, y: 50 }
const storedBase = /^\/uploads\/([0-9a-f]{32})$/

/** The shapes in which pages crop pictures. */
const crops = [
  { name: 'Arch', className: 'aspect-[5/6] arch' },
  { name: 'Wide arch', className: 'aspect-[5/4] arch' },
  { name: 'Card', className: 'aspect-[4/3] rounded-sm' },
  { name: 'Square', className: 'aspect-square rounded-sm' },
]

/** The widths of the arches on the pages, divided by their heights. */
const archRatios = [5 / 6, 5 / 4]

/** Returns where a picture that covers a box has the point, from 0 to 1 of the width and the height of the box. */
export function pointInCrop({ width, height }: Size, { x, y }: FocusPoint, ratio: number) {
  const scale = Math.max(ratio / width, 1 / height)
  const along = (percent: number, whole: number) => {
    const place = Math.min(1, Math.max(0, (1.5 * percent - 25) / 100))
    return (percent / 100) * whole - (whole - 1) * place
  }
  return { x: along(x, (width * scale) / ratio), y: along(y, height * scale) }
}

/** True if the round top of an arch cuts the point off. An arch is not round around a point in an upper corner. */
export function isOutsideArch(size: Size, focus: FocusPoint, ratio: number): boolean {
  if (archAround(focus)) return false
  const point = pointInCrop(size, focus, ratio)
  const radius = ratio / 2
  const [across, down] = [point.x * ratio - radius, point.y - radius]
  return down < 0 && Math.hypot(across, down) > radius
}

type Size = Pick<PictureSource, 'width' | 'height'>

/**
 * Opens the choice of the point that stays in sight when `picture` is cropped. Renders nothing for a picture without a
 * file.
 */
export function FocusPointButton({ picture, name }: { picture: PictureProps['picture']; name: string }) {
  const [isOpen, setOpen] = useState(false)
  if (!picture || typeof picture === 'string') return null
  const base = storedBase.exec(picture.base)?.[1]
  if (base === undefined) return null
  return (
    <>
      <Button size="sm" variant="quiet" icon={Crosshair} onClick={() => setOpen(true)}>
        Focus point <span className="sr-only">of {name}</span>
      </Button>
      {isOpen && <FocusDialog picture={picture} base={base} onClose={() => setOpen(false)} />}
    </>
  )
}

function FocusDialog({
  picture,
  base,
  onClose,
}: {
  picture: PictureSource
  base: string
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const saved = picture.focus ?? null
  const [focus, setFocus] = useState(saved ?? middle)
  const save = useAction({
    run: (next: FocusPoint | null) =>
      api('PUT /api/admin/pictures/:base/focus', { params: { base }, body: { focus: next, before: saved } }),
    done: { title: 'Focus point saved', description: 'Every page that shows this picture now uses it.' },
    onDone: () => {
      // Any list or page may show the picture, so all queries are loaded again.
      void queryClient.invalidateQueries()
      onClose()
    },
    onFailed: ({ code }: ApiError) => {
      if (code === 'conflict') void queryClient.invalidateQueries()
    },
  })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      isLocked={save.isPending}
      title="Focus point"
      description="Press the part that must stay visible. Pages crop the picture to different shapes around this point."
      footer={
        <>
          {saved && (
            <Button variant="quiet" disabled={save.isPending} onClick={() => save.mutate(null)}>
              Use the centre
            </Button>
          )}
          <Button busy={save.isPending} onClick={() => save.mutate(focus)}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-6 sm:grid-cols-[1.4fr_1fr]">
        <div className="flex flex-col gap-4">
          <WholePicture picture={picture} focus={focus} onChange={setFocus} />
          <Slider label="Across" value={focus.x} onChange={(x) => setFocus({ ...focus, x })} />
          <Slider label="Down" value={focus.y} onChange={(y) => setFocus({ ...focus, y })} />
          <p role="status" className="text-sm font-bold text-marigold-ink empty:hidden">
            {archRatios.some((ratio) => isOutsideArch(picture, focus, ratio)) &&
              'The round top of an arch cuts this point off. For an arch, choose a picture with more room above and beside the point.'}
          </p>
        </div>
        <ul aria-label="How pages show the picture" className="grid grid-cols-2 items-end gap-3 sm:gap-4">
          {crops.map(({ name, className }) => (
            <li key={name} className="min-w-0 sm:max-w-40">
              <Picture
                picture={{ ...picture, focus }}
                alt=""
                sizes="10rem"
                className={`w-full ${className}`}
              />
              <p className="mt-1 text-sm text-ink-soft">{name}</p>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

/** The sliders do the same by keyboard, so this picture is hidden from screen readers. */
function WholePicture({
  picture,
  focus,
  onChange,
}: {
  picture: PictureSource
  focus: FocusPoint
  onChange: (focus: FocusPoint) => void
}) {
  const choose = ({ currentTarget, clientX, clientY }: React.PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const percent = (at: number, size: number) => Math.min(100, Math.max(0, Math.round((at / size) * 100)))
    onChange({ x: percent(clientX - box.left, box.width), y: percent(clientY - box.top, box.height) })
  }
  return (
    <div
      aria-hidden="true"
      className="relative mx-auto max-h-[60vh] w-full max-w-full cursor-crosshair touch-none overflow-hidden rounded-sm select-none"
      style={{
        aspectRatio: `${picture.width} / ${picture.height}`,
        maxWidth: `calc(60vh * ${picture.width / picture.height})`,
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        choose(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) choose(event)
      }}
    >
      <Picture
        picture={{ ...picture, focus: undefined }}
        alt=""
        sizes="30rem"
        className="pointer-events-none size-full"
      />
      <span
        className="pointer-events-none absolute size-8 -translate-1/2 rounded-full shadow-[0_0_0_3px_#fff,0_0_0_6px_#000]"
        style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
      />
    </div>
  )
}

function Slider({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange: (value: number) => void
}) {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="w-16 font-bold">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={value}
        aria-valuetext={`${value} %`}
        className="min-h-11 flex-1 accent-leaf"
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </div>
  )
}
