/** Parts that come alive after the rest of the page (`web/lib/later-part.tsx`). */
const latePart = '[data-late]'

/**
 * Keeps what visitors press until React has taken over the pressed element, and marks it as busy. React answers presses
 * from its first commit on, so it must not hear them twice. If a script fails, or after 8 s, `ScriptsMissing` appears.
 * This runs inline, so it can use only its parameters; line comments are not part of its text.
 */
function keepEarlyEvents(noteId: string, late: string) {
  // The pressed elements; a form comes with the button that sends it.
  const waiting = new Map<HTMLElement, Submitter>()
  let isTaken = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => document.getElementById(noteId)?.removeAttribute('hidden')
  const isEarly = (element: Element) => !isTaken || element.closest(late) !== null
  const isChoice = ({ type }: { type: string }) => type === 'checkbox' || type === 'radio'
  const wait = (event: Event, element: HTMLElement, submitter: Submitter) => {
    event.stopPropagation()
    waiting.set(element, submitter)
    element.setAttribute('aria-busy', 'true')
    timer ??= setTimeout(() => {
      settle()
      if (waiting.size > 0) tell()
    }, 8_000)
  }
  const settle = () => {
    // An element may have left the page before it came alive.
    for (const element of waiting.keys()) if (!element.isConnected) waiting.delete(element)
    if (waiting.size === 0) {
      clearTimeout(timer)
      timer = undefined
      document.getElementById(noteId)?.setAttribute('hidden', '')
    }
    if (isTaken && document.querySelector(late) === null) {
      for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener, true)
      delete (window as EarlyWindow).takeEarly
    }
  }
  // The browser itself changes a choice, and `takeOverEarly` repeats it.
  const choose = (event: Event) => {
    const { target } = event
    if (target instanceof HTMLSelectElement && isEarly(target)) event.stopPropagation()
  }
  const listeners = {
    click: (event: Event) => {
      const pressed = (event.target as Element).closest<HTMLButtonElement | HTMLInputElement>('button,input')
      if (!pressed || !isEarly(pressed)) return
      if (isChoice(pressed)) event.stopPropagation()
      // A submit button is heard as `submit`; a `commandfor` button works by itself.
      else if (pressed.type === 'button' && !('commandForElement' in pressed && pressed.commandForElement))
        wait(event, pressed, null)
    },
    input: choose,
    change: choose,
    submit: (event: Event) => {
      const form = event.target as HTMLElement
      if (!isEarly(form)) return
      event.preventDefault()
      wait(event, form, (event as SubmitEvent).submitter as Submitter)
    },
    error: (event: Event) => {
      if (!isTaken && event.target instanceof HTMLScriptElement) tell()
    },
  }
  for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener, true)

  // React ignores an event without a change of the value, so the field is emptied first.
  const retype = (field: HTMLInputElement | HTMLTextAreaElement) => {
    const typed = field.value
    field.value = ''
    const prototype = Object.getPrototypeOf(field) as object
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, typed)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  // Repeats the change of a field that is not as the server sent it.
  const repeat = (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) => {
    if (field instanceof HTMLSelectElement) {
      if (![...field.options].some((one) => one.selected && !one.defaultSelected)) return
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
    } else if (field instanceof HTMLInputElement && isChoice(field)) {
      const { checked, defaultChecked, type } = field
      // The chosen radio button speaks for its group.
      if (checked === defaultChecked || (type === 'radio' && !checked)) return
      field.checked = !checked
      field.click()
    } else if (field.type !== 'file' && field.value !== field.defaultValue) retype(field)
  }
  ;(window as EarlyWindow).takeEarly = (part) => {
    if (part === document) isTaken = true
    else (part as HTMLElement).removeAttribute('data-late')
    const taken = [...waiting].filter(([element]) => !isEarly(element) && element.isConnected)
    for (const [element] of taken) waiting.delete(element)
    settle()
    const fields = part.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
      'input,textarea,select',
    )
    for (const field of fields) if (!isEarly(field)) repeat(field)
    // React knows the typed text once its own microtasks have run.
    queueMicrotask(() => {
      for (const [element, submitter] of taken) {
        element.removeAttribute('aria-busy')
        if (!(element instanceof HTMLFormElement)) element.click()
        // A button that has gone meanwhile cannot send its form.
        else element.requestSubmit(submitter?.form === element ? submitter : null)
      }
    })
  }
}

type Submitter = HTMLButtonElement | HTMLInputElement | null
type EarlyWindow = Window & { takeEarly?: (part: Document | HTMLElement) => void }

export const scriptsMissingId = 'scripts-missing'

/** Only the server needs it; the browser has it in the page. */
export const earlyScript = import.meta.env.SSR
  ? `(${keepEarlyEvents.toString().replace(/\n\s*/g, '\n')})("${scriptsMissingId}","${latePart}")`
  : ''

/** Repeats for React what was typed, chosen and pressed in this part of the page before. */
export function takeOverEarly(part: Document | HTMLElement): void {
  ;(window as EarlyWindow).takeEarly?.(part)
}
