/** Selects the parts of the page that React takes over later than the rest (`web/lib/later-part.tsx`). */
const latePart = '[data-late]'

/**
 * Keeps clicks and sent forms until React has taken over the element, and marks the element as busy. React handles
 * events from its first commit on, so kept events must not reach React twice. If a script fails, or after 8 seconds,
 * `ScriptsMissing` appears. This function runs inline in the page, so it can use only its parameters. The build removes
 * the line comments in this function.
 */
function keepEarlyEvents(noteId: string, late: string) {
  // The clicked elements that wait for React. A form is kept with the button that sent it.
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
    // An element may have been removed from the page before React took it over.
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
  // The browser itself changes the choice; `takeOverEarly` repeats the event when React is there.
  const choose = (event: Event) => {
    const { target } = event
    if (target instanceof HTMLSelectElement && isEarly(target)) event.stopPropagation()
  }
  const listeners = {
    click: (event: Event) => {
      const pressed = (event.target as Element).closest<HTMLButtonElement | HTMLInputElement>('button,input')
      if (!pressed || !isEarly(pressed)) return
      if (isChoice(pressed)) event.stopPropagation()
      // A submit button fires `submit`, which has its own listener. A button with `commandfor` needs no script.
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

  // React ignores an event that does not change the value, so the field is emptied before its text is set again.
  const retype = (field: HTMLInputElement | HTMLTextAreaElement) => {
    const typed = field.value
    field.value = ''
    const prototype = Object.getPrototypeOf(field) as object
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, typed)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  // Repeats the change event of a field whose value differs from the value that the server sent.
  const repeat = (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) => {
    if (field instanceof HTMLSelectElement) {
      if (![...field.options].some((one) => one.selected && !one.defaultSelected)) return
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
    } else if (field instanceof HTMLInputElement && isChoice(field)) {
      const { checked, defaultChecked, type } = field
      // A group of radio buttons repeats only the event of the chosen button.
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
    // React has stored the typed text when its own microtasks are done, so the clicks follow after them.
    queueMicrotask(() => {
      for (const [element, submitter] of taken) {
        element.removeAttribute('aria-busy')
        if (!(element instanceof HTMLFormElement)) element.click()
        // A button that has been removed since the click cannot be named as the sender of its form.
        else element.requestSubmit(submitter?.form === element ? submitter : null)
      }
    })
  }
}

/**
 * A page in a frame of its own site is a preview, which shows what a stranger sees. So it neither reads nor changes what
 * the browser keeps, such as the session of the staff who look at it. `storage` then reads nothing. This function runs
 * inline in the page too.
 */
function keepNothingInFrame() {
  if (window.frameElement) Object.defineProperty(window, 'localStorage', { value: null })
}

type Submitter = HTMLButtonElement | HTMLInputElement | null
type EarlyWindow = Window & { takeEarly?: (part: Document | HTMLElement) => void }

export const scriptsMissingId = 'scripts-missing'

const inline = (run: (...given: never[]) => void) => run.toString().replace(/\n\s*/g, '\n')

/** The script as text. The browser gets this text inside the page, so only the server needs the constant. */
export const earlyScript = import.meta.env.SSR
  ? `(${inline(keepEarlyEvents)})("${scriptsMissingId}","${latePart}");(${inline(keepNothingInFrame)})()`
  : ''

/**
 * Repeats for React everything that the visitor typed, chose and clicked in this part of the page before React was
 * there.
 */
export function takeOverEarly(part: Document | HTMLElement): void {
  ;(window as EarlyWindow).takeEarly?.(part)
}
