import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { SeatReceipt } from '../../../contract/enrolments.ts'
import { useStale } from '../../lib/query.ts'
import { type CheckedForm, useCheckedForm } from '../../lib/use-checked-form.ts'
import { type Keyed, useSending } from '../../lib/use-sending.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { Note } from '../../ui/note.tsx'

type Answer = { data?: SeatReceipt }
type Step = 'form' | 'review' | 'success'

interface SeatDialogProps<Typed extends FieldValues, Values extends FieldValues>
  extends CheckedForm<Typed, Values>,
    Openable {
  steps: Record<Step, { title: string; description?: string }>
  labels: { review: string; edit: string; send: string }
  fields: (field: ReturnType<typeof useCheckedForm<Typed, Values>>['field']) => ReactNode
  /** The rules refused a field. */
  onRefused?: () => void
  onReview?: () => void
  review: (values: Values, error: Error | null) => ReactNode
  send: (values: Values, keyed: Keyed) => Promise<Answer>
  onFailed?: () => void
  success: (receipt: SeatReceipt | undefined) => ReactNode
  /** Where a seat that is held is paid. */
  payAt?: (receipt: SeatReceipt) => string
}

/** A seat is asked for: a form, what was typed once more, and the seat. Closing forgets all of it. */
export function SeatDialog<Typed extends FieldValues, Values extends FieldValues>(
  dialog: SeatDialogProps<Typed, Values>,
) {
  const { steps, labels, payAt } = dialog
  const formId = useId()
  const stale = useStale()
  const [reviewed, setReviewed] = useState<Values | null>(null)
  const { form, field, onSubmit } = useCheckedForm<Typed, Values>(dialog)
  const sending = useSending<Answer, Values>({
    send: dialog.send,
    onError: dialog.onFailed,
    // Seats or the batch may have changed.
    onSettled: () => stale('GET /api/courses'),
  })
  const step: Step = sending.isSuccess ? 'success' : reviewed ? 'review' : 'form'
  const receipt = sending.data?.data
  const payPath = receipt?.status === 'pending' && payAt?.(receipt)
  const place = useRef<HTMLDivElement>(null)
  const shownStep = useRef(step)
  // Each step is read from its top. The pressed button leaves with its step, and the focus would be lost.
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    if (!dialog.open) return
    place.current?.scrollIntoView()
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [step, dialog.open])

  const goOn = onSubmit((values) => {
    dialog.onReview?.()
    sending.reset()
    setReviewed(values)
  }, dialog.onRefused)
  function close() {
    dialog.onClose()
    form.reset()
    sending.reset()
    setReviewed(null)
  }

  const footers = {
    form: (
      <Button type="submit" form={formId}>
        {labels.review}
      </Button>
    ),
    review: (
      <>
        <Button variant="outline" disabled={sending.isPending} onClick={() => setReviewed(null)}>
          {labels.edit}
        </Button>
        <Button
          busy={sending.isPending && 'Processing...'}
          onClick={(press) => {
            // The second press of a double click was meant for the button that stood here before.
            if (reviewed && press.detail < 2) sending.mutate(reviewed)
          }}
        >
          {labels.send}
        </Button>
      </>
    ),
    success: (
      <>
        <Button variant={payPath ? 'outline' : 'primary'} onClick={close}>
          Done
        </Button>
        {payPath && (
          <ButtonLink to={payPath} onClick={close}>
            Pay now
          </ButtonLink>
        )}
      </>
    ),
  }
  return (
    <Dialog
      open={dialog.open}
      onClose={close}
      isLocked={sending.isPending}
      {...steps[step]}
      {...(step === 'form' && { closeLabel: 'Cancel' })}
      footer={footers[step]}
    >
      <div ref={place} tabIndex={-1} className="outline-none">
        {step === 'form' ? (
          <form id={formId} noValidate onSubmit={goOn} className="flex flex-col gap-5">
            {dialog.fields(field)}
          </form>
        ) : (
          <div key={step} role={step === 'success' ? 'status' : undefined} className="flex flex-col gap-5">
            {step === 'success'
              ? dialog.success(receipt)
              : reviewed && dialog.review(reviewed, sending.error)}
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** Before the seat is asked for: a code that was typed and takes nothing off. */
export function UnusedCode({ refused }: { refused: { code: string; sentence: string } | null }) {
  return (
    refused && (
      <Note tone="warning" title={`The code ${refused.code} is not used.`}>
        {refused.sentence}
      </Note>
    )
  )
}
