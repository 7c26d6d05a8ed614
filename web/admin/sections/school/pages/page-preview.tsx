import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { EndpointResponse } from '../../../../../contract/endpoint.ts'
import { type PageKey, pageNames } from '../../../../../contract/school/page-fields.ts'
import type { previewPage } from '../../../../../contract/school/pages.ts'
import { type ApiError, api } from '../../../../lib/api.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { NotLoaded } from '../../../not-loaded.tsx'

/** The widths in pixels that the previewed page is laid out for. */
const widths = { phone: 390, computer: 1280 } as const

/** The address of a preview works for an hour, so a new address is requested every 50 minutes. */
const addressLastsMs = 50 * 60_000

/**
 * Shows the real page in a frame, with the words and pictures of the draft or of an earlier version. The page is loaded
 * again whenever `revision` changes.
 */
export function PagePreview({
  page,
  number = null,
  revision,
}: {
  page: PageKey
  number?: number | null
  revision: number
}) {
  const [device, setDevice] = useState<keyof typeof widths>('phone')
  const [room, setRoom] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const result = useQuery<EndpointResponse<typeof previewPage>, ApiError>({
    queryKey: ['POST /api/admin/pages/:page/preview', page, number],
    queryFn: () => api('POST /api/admin/pages/:page/preview', { params: { page }, body: { number } }),
    staleTime: addressLastsMs,
    refetchInterval: addressLastsMs,
  })
  const path = result.data?.data.path
  const shown = useRef(revision)
  useEffect(() => {
    if (shown.current === revision) return
    shown.current = revision
    // A reload keeps the scroll position. A new address would lose it.
    frame.current?.contentWindow?.location.reload()
  }, [revision])
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [path])
  if (path === undefined)
    return <NotLoaded of={result} title="We couldn’t load the preview" loading="Loading the preview…" />
  const width = widths[device]
  const scale = room === 0 ? 1 : Math.min(1, room / width)
  const height = device === 'phone' ? 720 : 860
  return (
    <section aria-label="Preview" className="min-w-0">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h3 className="text-lg">Preview</h3>
        <fieldset className="flex">
          <legend className="sr-only">Width of the preview</legend>
          {(['phone', 'computer'] as const).map((one) => (
            <IconButton
              key={one}
              label={one === 'phone' ? 'As on a phone' : 'As on a computer'}
              aria-pressed={device === one}
              className={cx(device === one && 'bg-leaf-tint text-leaf-ink')}
              onClick={() => setDevice(one)}
            >
              <Icon of={one === 'phone' ? Smartphone : Monitor} />
            </IconButton>
          ))}
        </fieldset>
      </div>
      <div
        ref={box}
        className="overflow-hidden rounded-sm border border-line bg-paper"
        style={{ height: height * scale }}
      >
        <iframe
          ref={frame}
          title={`Preview of ${pageNames[page]}`}
          src={path}
          className="mx-auto block origin-top-left border-0"
          style={{ width, height, transform: scale < 1 ? `scale(${scale})` : undefined }}
        />
      </div>
    </section>
  )
}
