import { useState } from 'react'
import { Button } from './button.tsx'
import { TextField } from './text-field.tsx'

export interface CouponFieldProps {
  typed: string
  onType: (typed: string) => void
  /** Leaving the field applies the code too, because nobody would notice that it is lost. */
  onApply: () => void
  onRemove: () => void
  isChecking: boolean
  offer: string | null
  error: string | null
}

/** `useCoupon` of `web/lib` has its props. */
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
      <summary className="flex min-h-12 items-center link">I have a code</summary>
      <div className="flex flex-col gap-2 pb-4">
        <div className="flex items-start gap-3">
          <TextField
            label="Code"
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
              // Enter must not send the form.
              event.preventDefault()
              onApply()
            }}
          />
          <Button
            variant="outline"
            className="mt-7"
            busy={isChecking && 'Checking...'}
            // A blurred field applies the code, and the button would be "Remove" before the press ends.
            onMouseDown={(event) => event.preventDefault()}
            onClick={({ currentTarget }) => {
              currentTarget.focus()
              if (isApplied) onRemove()
              else onApply()
            }}
          >
            {isApplied ? 'Remove' : 'Apply'}
          </Button>
        </div>
        <p role="status" className={isApplied ? 'font-bold text-leaf-ink' : 'sr-only'}>
          {offer ?? error}
        </p>
      </div>
    </details>
  )
}
