import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import type { Profile } from '../../../../contract/accounts/accounts.ts'
import type { SeatReceipt } from '../../../../contract/registrations/enrolments.ts'
import { telLink } from '../../../lib/contact-links.ts'
import { useStale } from '../../../lib/query.ts'
import { useSchool } from '../../../lib/school.ts'
import { type CheckedForm, useCheckedForm } from '../../../lib/use-checked-form.ts'
import { useKeptDialog } from '../../../lib/use-kept-dialog.ts'
import { useSending } from '../../../lib/use-sending.ts'
import { Button, ButtonLink, type ButtonProps } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { KeepQuestion, TypedAgain } from '../../../ui/keep-question.tsx'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import type { GroupControl } from './group.tsx'
import { type GroupValues, seatsOf } from './group.tsx'
import * as text from './seats.en.tsx'

type Answer = { data?: SeatReceipt }
type Step = 'form' | 'review' | 'success'

export type SeatField<Typed extends FieldValues, Values extends FieldValues = Typed> = ReturnType<
  typeof useCheckedForm<Typed, Values>
>['field']

export interface ReviewActions<Typed> {
  clearError: () => void
  startWith: (fields: Partial<Typed>) => void
}

interface SeatDialogProps<Typed extends FieldValues & GroupValues, Values extends FieldValues>
  extends CheckedForm<Typed, Values>,
    Openable {
  /** `place` tells the drafts of different dialogs, courses and batches apart. */
  place: string
  steps: Record<Step, { title: string; description?: string }>
  labels: { review: string; edit: string; send: string }
  fieldsOf: (profile: Profile) => Record<string, string>
  fields: (field: SeatField<Typed, Values>, group: GroupControl) => ReactNode
  onSeats: (seats: number) => void
  code: string
  onRefused?: () => void
  /** Runs when the review step appears; `isAgain` is true if the step appears after a reload. */
  onReview?: (values: Values, isAgain: boolean) => void
  review: (values: Values, error: Error | null, actions: ReviewActions<Typed>) => ReactNode
  /**
   * `canSend` is true once the terms are shown and a seat is held, if a hold is needed. `isOver` is true for an error
   * that sending again would get once more.
   */
  canSend?: boolean
  isOver?: (error: Error | null) => boolean
  /**
   * Sends the request with an idempotency key. The key is kept after the dialog closes, so that a second try does not
   * book twice.
   */
  send: (values: Values) => Promise<Answer>
  onFailed?: (error: Error) => void
  success: (receipt: SeatReceipt | undefined, values: Values | null) => ReactNode
  sendLook?: ButtonProps['variant']
  hasPaid?: boolean
  onReset: () => void
  question?: ReactNode
}

/** Books a seat in three steps: a form, a review, and a success. Cancel and success delete the typed values. */
export function SeatDialog<Typed extends FieldValues & GroupValues, Values extends FieldValues>(
  dialog: SeatDialogProps<Typed, Values>,
) {
  const { steps, labels, open } = dialog
  const formId = useId()
  const stale = useStale()
  const [reviewed, setReviewed] = useState<Values | null>(null)
  const { form, field, onSubmit } = useCheckedForm<Typed, Values>(dialog)
  const group = useGroup(form, dialog.onSeats)
  const sending = useSending<Answer, Values>({
    send: dialog.send,
    onError: dialog.onFailed,
    onSettled: () => stale('GET /api/courses', 'GET /api/courses/:slug'),
  })
  const step: Step = sending.isSuccess ? 'success' : reviewed ? 'review' : 'form'
  const place = useShownFromTop(step, open)
  useRefusalShown(place, sending.error)
  const kept = useKeptDialog({
    form,
    defaults: dialog.defaults as Record<string, string>,
    place: dialog.place,
    open,
    onClose: dialog.onClose,
    isLocked: sending.isPending,
    isSent: sending.isSuccess,
    step,
    code: dialog.code,
    fieldsOf: dialog.fieldsOf,
    onReset() {
      sending.reset()
      setReviewed(null)
      dialog.onReset()
    },
    onBack(draft) {
      if (draft.step !== 'review' || reviewed) return
      const typed = dialog.rules.safeParse(form.getValues())
      if (typed.success) show(typed.data, true)
    },
  })
  const goOn = onSubmit((values) => {
    sending.reset()
    show(values, false)
  }, dialog.onRefused)
  function show(values: Values, isAgain: boolean) {
    dialog.onReview?.(values, isAgain)
    setReviewed(values)
  }

  const isOver = dialog.isOver?.(sending.error) === true
  function clearError() {
    sending.reset()
    toTop(place.current)
  }
  function startWith(fields: Partial<Typed>) {
    sending.reset()
    for (const [name, value] of Object.entries(fields))
      form.setValue(name as Path<Typed>, value as PathValue<Typed, Path<Typed>>)
    setReviewed(null)
  }

  const footers = {
    form: (
      <Button type="submit" form={formId}>
        {labels.review}
      </Button>
    ),
    review: isOver ? (
      <Button onClick={kept.discard}>{text.done}</Button>
    ) : (
      <>
        <Button variant="outline" disabled={sending.isPending} onClick={() => setReviewed(null)}>
          {labels.edit}
        </Button>
        {dialog.canSend !== false && (
          <Button
            variant={dialog.sendLook}
            busy={sending.isPending && text.processing}
            onClick={(press) => {
              // The second click of a double click was meant for the button that the previous step showed here.
              if (reviewed && press.detail < 2) sending.mutate(reviewed)
            }}
          >
            {labels.send}
          </Button>
        )}
      </>
    ),
    success: (
      <SuccessButtons receipt={sending.data?.data} hasPaid={dialog.hasPaid === true} onDone={kept.discard} />
    ),
  }
  return (
    <Dialog
      open={open}
      onClose={kept.leave}
      isLocked={sending.isPending}
      {...steps[step]}
      {...(step === 'form' && { closeLabel: text.cancel, onCancel: kept.discard })}
      footer={footers[step]}
    >
      <div ref={place} tabIndex={-1} className="flex flex-col gap-5 outline-none">
        {kept.isBack && step !== 'success' && <TypedAgain onReset={kept.reset} />}
        {step === 'form' ? (
          <form id={formId} noValidate onSubmit={goOn} className="flex flex-col gap-5">
            {dialog.fields(field, group)}
          </form>
        ) : (
          <div key={step} role={step === 'success' ? 'status' : undefined} className="flex flex-col gap-5">
            {step === 'success'
              ? dialog.success(sending.data?.data, reviewed)
              : reviewed && dialog.review(reviewed, sending.error, { clearError, startWith })}
          </div>
        )}
      </div>
      <KeepQuestion {...kept.question}>{dialog.question}</KeepQuestion>
    </Dialog>
  )
}

/** The number of seats and the names of the other people are fields of the form, so that its draft keeps them too. */
function useGroup<Typed extends FieldValues & GroupValues, Values extends FieldValues>(
  form: ReturnType<typeof useCheckedForm<Typed, Values>>['form'],
  onSeats: (seats: number) => void,
): GroupControl {
  const watched = (name: 'seats' | 'guests') => String(form.watch(name as Path<Typed>) ?? '')
  const group = { seats: watched('seats'), guests: watched('guests') }
  const tellSeats = useEffectEvent(onSeats)
  const seats = seatsOf(group)
  useEffect(() => tellSeats(seats), [seats])
  return {
    ...group,
    set: (values) => {
      for (const [name, value] of Object.entries(values))
        form.setValue(name as Path<Typed>, value as PathValue<Typed, Path<Typed>>, { shouldDirty: true })
    },
  }
}

/** Scrolls a new step to its top and focuses it, because the clicked button disappeared with the old step. */
function useShownFromTop(step: Step, isOpen: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (!isOpen) return
    toTop(place.current)
  }, [step, isOpen])
  // A new dialog gets its first focus a frame after it is drawn, and the page behind it has lost the focus by then.
  const wasFocused = useRef(false)
  useEffect(() => {
    const note = () => {
      wasFocused.current ||= dialogOf(place.current)?.contains(document.activeElement) === true
    }
    note()
    document.addEventListener('focusin', note)
    return () => {
      document.removeEventListener('focusin', note)
      wasFocused.current = false
    }
  }, [isOpen])
  // A button may also disappear within a step when its work is done, which leaves the focus on the body.
  useEffect(() => {
    const isLost = wasFocused.current && document.activeElement === document.body
    if (isOpen && isLost) place.current?.focus({ preventScroll: true })
  })
  return place
}

function toTop(place: Element | null) {
  dialogOf(place)?.scrollTo(0, 0)
}

const dialogOf = (place: Element | null) => place?.closest('[role=dialog]')

/** Focuses the server's error message, which may be out of sight, so that it is scrolled into view and read out. */
function useRefusalShown(place: RefObject<HTMLDivElement | null>, error: Error | null) {
  useEffect(() => {
    if (error === null) return
    const refusal = place.current?.querySelector<HTMLElement>('[role=alert]')
    refusal?.setAttribute('tabindex', '-1')
    refusal?.focus()
  }, [place, error])
}

function SuccessButtons({
  receipt,
  hasPaid,
  onDone,
}: {
  receipt: SeatReceipt | undefined
  hasPaid: boolean
  onDone: () => void
}) {
  if (receipt?.trial !== undefined)
    return <ButtonLink href={`/admin#set-up?trial=${receipt.trial}`}>{text.trialEnd}</ButtonLink>
  const payPath =
    receipt?.status === 'pending' &&
    receipt.holdUntil !== null &&
    `/payment?enrollment=${receipt.id}&amount=${receipt.amount}`
  return (
    <>
      <Button variant={payPath && !hasPaid ? 'outline' : 'primary'} onClick={onDone}>
        {text.done}
      </Button>
      {payPath && (
        // The link replaces the dialog's history entry, so that Back leads to the page without the finished dialog.
        <ButtonLink to={payPath} replace variant={hasPaid ? 'outline' : 'primary'}>
          {hasPaid ? text.notPaidYet : text.payNow}
        </ButtonLink>
      )}
    </>
  )
}

export function UnusedCode({ refused }: { refused: { code: string; sentence: string } | null }) {
  return (
    refused && (
      <Note tone="warning" title={text.codeNotApplied(refused)}>
        {refused.sentence}
      </Note>
    )
  )
}

export function AnotherPerson() {
  const school = useSchool()
  return (
    <Note role="status" title={text.anotherPerson}>
      {text.anotherPersonLead}{' '}
      {school?.phone &&
        text.noAddress(
          <a className="link" href={telLink(school.phone)}>
            {school.phone}
          </a>,
        )}
    </Note>
  )
}
