import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { alwaysShown, focusUnfolded } from './use-placing.tsx'

/**
 * The parts of the checkout, which unfold one by one. They are `<details>` that fold in the page itself, not by React,
 * so that a part that was opened before hydration stays open.
 */
export function useSteps({
  element,
  isReady,
  hasGiven,
  errorsOf,
  showErrors,
}: {
  element: RefObject<HTMLFormElement | null>
  /** True once the draft is restored and what it needs has loaded. */
  isReady: boolean
  /** True if a part has something to show while it is folded. */
  hasGiven: (number: number) => boolean
  /** Returns the errors of the whole form by field; null if the rules could not be loaded. */
  errorsOf: (form: HTMLFormElement) => Promise<Record<string, string> | null>
  showErrors: (errors: Record<string, string>) => void
}) {
  const [done, setDone] = useState<readonly number[]>([])

  const begin = useEffectEvent(async (form: HTMLFormElement) => {
    for (const more of form.querySelectorAll('details details')) more.toggleAttribute('open', hasText(more))
    const errors = await errorsOf(form)
    // The page does not fold a part in which the visitor is already typing.
    if (errors === null || form.contains(document.activeElement)) return
    const steps = stepsOf(form)
    const sound = steps.slice(0, -1).filter((step) => hasGiven(step.number) && step.errorsIn(errors) === null)
    const first = steps.find((step) => !sound.includes(step))
    if (sound.length === 0 || first === undefined) return
    setDone(sound.map(({ number }) => number))
    for (const step of steps) step.part.toggleAttribute('open', step === first)
  })
  useEffect(() => {
    if (isReady && element.current !== null) void begin(element.current)
  }, [isReady, element])

  return {
    done,
    /** Opens a part again, because what it holds is no longer possible. */
    reopen: (number: number) => {
      setDone((before) => before.filter((one) => one !== number))
      const step = element.current && stepsOf(element.current).find((one) => one.number === number)
      if (step) unfold(step.part)
    },
    next: async (number: number) => {
      const form = element.current
      if (form === null) return
      const steps = stepsOf(form)
      const errors = (await errorsOf(form)) ?? {}
      const current = steps.find((step) => step.number === number)
      const own = current?.errorsIn(errors)
      if (own) return showErrors(own)
      const isDone = (step: Step) =>
        step.number === number || done.includes(step.number) || hasGiven(step.number)
      // A later answer may ask for more in a part that was finished.
      const unsound = steps.find((step) => step !== current && isDone(step) && step.errorsIn(errors) !== null)
      const following = unsound ?? steps.find((step) => !isDone(step)) ?? steps.at(-1)
      setDone(
        steps
          .filter((step) => step !== unsound && step !== steps.at(-1) && isDone(step))
          .map(({ number }) => number),
      )
      current?.part.removeAttribute('open')
      if (following === undefined) return
      unfold(following.part)
      const asked = unsound && done.includes(unsound.number) ? unsound.errorsIn(errors) : null
      if (asked) return showErrors(asked)
      focusUnfolded(following.part.querySelector('summary'))
    },
  }
}

const unfold = (part: Element) => part.setAttribute('open', '')

interface Step {
  number: number
  part: HTMLDetailsElement
  /** Returns those errors that belong to the part's fields; null if there are none. */
  errorsIn: (errors: Record<string, string>) => Record<string, string> | null
}

function stepsOf(form: HTMLFormElement): Step[] {
  return [...form.querySelectorAll<HTMLDetailsElement>('details[data-step]')].map((part, at) => {
    const names = new Set(at === 0 ? alwaysShown : [])
    for (const field of part.querySelectorAll('[name]')) names.add(field.getAttribute('name') ?? '')
    return {
      number: Number(part.dataset['step']),
      part,
      errorsIn: (errors) => {
        const own = Object.entries(errors).filter(([name]) => names.has(name))
        return own.length > 0 ? Object.fromEntries(own) : null
      },
    }
  })
}

const hasText = (part: Element) =>
  [...part.querySelectorAll<HTMLInputElement>('select, textarea')].some(({ value }) => value !== '')
