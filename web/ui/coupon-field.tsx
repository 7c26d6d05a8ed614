import { useState } from 'react'
import { Button } from './button.tsx'
import { TextField } from './text-field.tsx'
import * as text from './ui.en.ts'

export interface CouponFieldProps {
  typed: string
  onType: (typed: string) => void
  /**
   * Also called when the field loses the focus, because the visitor may not notice that a typed code was never applied.
   */
  onApply: () => void
  onRemove: () => void
  isChecking: boolean
  offer: string | null
  error: string | null
}

/** The props come from `useCoupon` in `web/lib`. */
export function CouponField({
  typed,
  onType,
  onApply,
  onRemove,
  isChecking,
  offer,
  error,
}: CouponFieldProps) {
  const [isOpen, setOpen] = useState(typed !== '')
  const isApplied = offer !== null
  return (
    <details
      className="border-y border-line"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-12 items-center link">{text.coupon}</summary>
      <div className="flex flex-col gap-2 pb-4">
        <div className="flex items-start gap-3">
          <TextField
            label={text.code}
            data-coupon=""
            className="min-w-0 flex-1"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            error={error}
            readOnly={isApplied}
            value={typed}
            onChange={(event) => onType(event.target.value)}
            onBlur={onApply}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter applies the code; it must not submit the form around the field.
              event.preventDefault()
              onApply()
            }}
          />
          <Button
            variant="outline"
            className="mt-7"
            busy={isChecking && text.checking}
            // The click must not blur the field: that would apply the code and turn the button into "Remove" before the
            // click ends.
            onMouseDown={(event) => event.preventDefault()}
            onClick={({ currentTarget }) => {
              currentTarget.focus()
              if (isApplied) onRemove()
              else onApply()
            }}
          >
            {isApplied ? text.remove : text.apply}
          </Button>
        </div>
        <p role="status" className={isApplied ? 'font-bold text-leaf-ink' : 'sr-only'}>
          {offer ?? error}
        </p>
      </div>
    </details>
  )
}
