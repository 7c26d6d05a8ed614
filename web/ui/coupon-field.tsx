import { useState } from 'react'
import { Button } from './button.tsx'
import { TextField } from './text-field.tsx'

export interface CouponFieldProps {
  typed: string
  onType: (typed: string) => void
  /** Leaving the field asks too: a code that was typed and not applied would be lost without a word. */
  onApply: () => void
  onRemove: () => void
  isChecking: boolean
  /** What the applied code does, in words; null while none is applied. */
  offer: string | null
  error: string | null
}

/** A code that somebody has, folded until they say so. `useCoupon` of `web/lib` has what it needs. */
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
              // Enter applies the code; it does not send the form.
              event.preventDefault()
              onApply()
            }}
          />
          <Button
            variant="outline"
            className="mt-7"
            busy={isChecking && 'Checking...'}
            // A press would blur the field, which applies the code: the button would be "Remove" before it is let go.
            onMouseDown={(event) => event.preventDefault()}
            onClick={({ currentTarget }) => {
              // The press has kept the focus in the field.
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
