import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Button, IconButton } from './button.tsx'
import { cx } from './class-names.ts'
import { CloseIcon } from './glyphs.tsx'
import { useInertBehind } from './inert-behind.ts'
import './more.css'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons; a submit button needs `form="id"`. */
  footer?: ReactNode
  closeLabel?: 'Close' | 'Cancel'
  /** The button calls it instead of `onClose`. */
  onCancel?: () => void
  /** False if something may have been typed. */
  closeOnOutsidePress?: boolean
  /** The visitor cannot close it, e.g. while it sends. */
  isLocked?: boolean
  /** It takes the focus afterwards; by default the focus returns. */
  finalFocus?: RefObject<HTMLElement | null>
  wide?: boolean
}

/** Import it lazily, because it brings Base UI. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  closeLabel,
  onCancel = onClose,
  closeOnOutsidePress = false,
  isLocked = false,
  finalFocus,
  wide,
}: DialogProps) {
  const body = useRef<HTMLDivElement>(null)
  const popup = useInertBehind(open)
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={!closeOnOutsidePress}
      onOpenChange={(_, details) => {
        if (isLocked || isInToasts(details.event)) details.cancel()
        else onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop forceRender className="scrim" />
        <Base.Popup
          ref={popup}
          // A focused field would open the keyboard of a phone.
          initialFocus={(opened) => opened === 'touch' || (firstField(body.current) ?? true)}
          finalFocus={finalFocus}
          className={cx(
            // The sticky header and footer cover no focused element.
            'sheet scroll-pt-36 scroll-pb-44 overflow-y-auto overscroll-contain sm:scroll-pt-28 sm:scroll-pb-28',
            wide && 'sm:max-w-[56rem]',
          )}
        >
          <header className="sticky top-0 z-1 flex items-start gap-4 bg-raised px-5 pt-5 pb-3 sm:px-8 sm:pt-7">
            <div className="min-w-0 flex-1">
              <Base.Title className="text-xl">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-1 text-ink-soft">{description}</Base.Description>
              )}
            </div>
            <Base.Close
              disabled={isLocked}
              render={
                <IconButton label="Close" className="-mt-1.5 -mr-2">
                  <CloseIcon />
                </IconButton>
              }
            />
          </header>
          <div ref={body} className="flex-1 px-5 pb-6 sm:px-8">
            {children}
          </div>
          {(footer || closeLabel) && (
            <footer className="sticky bottom-0 flex flex-wrap-reverse justify-end gap-3 border-t border-line bg-raised px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:*:grow sm:px-8 sm:py-4">
              {closeLabel && (
                <Button variant="outline" disabled={isLocked} onClick={onCancel}>
                  {closeLabel}
                </Button>
              )}
              {footer}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** A press in a toast does not count as a press outside of the dialog. */
function isInToasts(event: Event): boolean {
  const place = event instanceof FocusEvent ? event.relatedTarget : event.target
  return place instanceof Element && place.closest('[data-toasts]') !== null
}

const firstField = (place: HTMLElement | null) =>
  place?.querySelector<HTMLElement>('input:enabled:not([type=hidden]), select:enabled, textarea:enabled')
