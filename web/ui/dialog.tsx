import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Button, IconButton } from './button.tsx'
import { cx } from './class-names.ts'
import { CloseIcon } from './glyphs.tsx'
import { useInertBehind } from './inert-behind.ts'
import './more.css'
import * as text from './ui.en.ts'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** The row of buttons. The row is outside the form, so a submit button needs `form="id"`. */
  footer?: ReactNode
  closeLabel?: typeof text.close | typeof text.cancel
  /** The Cancel button calls this instead of `onClose`. */
  onCancel?: () => void
  /** False if the dialog has fields, so that a click beside it loses no text. */
  closeOnOutsidePress?: boolean
  /** True keeps the visitor from closing the dialog, e.g. while it sends. */
  isLocked?: boolean
  /** The element that gets the focus when the dialog closes; by default the element that had the focus before. */
  finalFocus?: RefObject<HTMLElement | null>
  wide?: boolean
}

/** Import this file lazily, because it brings Base UI. */
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
          // A focused text field would open a phone's keyboard over the dialog, so touch focuses the dialog itself.
          initialFocus={(opened) => opened === 'touch' || (firstField(body.current) ?? true)}
          finalFocus={finalFocus}
          className={cx(
            // The padding keeps a focused element out from under the sticky header and footer.
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
                <IconButton label={text.close} className="-mt-1.5 -mr-2">
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

/** True for a click in a toast. The toast is outside the dialog, but a click in the toast does not close the dialog. */
function isInToasts(event: Event): boolean {
  const place = event instanceof FocusEvent ? event.relatedTarget : event.target
  return place instanceof Element && place.closest('[data-toasts]') !== null
}

const firstField = (place: HTMLElement | null) =>
  place?.querySelector<HTMLElement>('input:enabled:not([type=hidden]), select:enabled, textarea:enabled')
