/**
 * Keeps what visitors press until React has taken the page over, and marks it as busy. If a script fails, or after 8 s,
 * the page's note about it appears (`ScriptsMissing`).
 */
function keepEarlyEvents(noteId: string) {
  const waiting = new Set<HTMLElement>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => document.getElementById(noteId)?.removeAttribute('hidden')
  const wait = (element: HTMLElement) => {
    waiting.add(element)
    element.setAttribute('aria-busy', 'true')
    timer ??= setTimeout(tell, 8_000)
  }
  const listeners = {
    click: (event: Event) => {
      const button = (event.target as Element).closest('button')
      // A submit button is heard as `submit`; a `commandfor` button works by itself.
      if (button && button.type !== 'submit' && !('commandForElement' in button && button.commandForElement))
        wait(button)
    },
    submit: (event: Event) => {
      event.preventDefault()
      wait(event.target as HTMLElement)
    },
    error: (event: Event) => {
      if (event.target instanceof HTMLScriptElement) tell()
    },
  }
  for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener, true)
  ;(window as EarlyWindow).takeEarly = () => {
    for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener, true)
    clearTimeout(timer)
    document.getElementById(noteId)?.setAttribute('hidden', '')
    return waiting
  }
}

type EarlyWindow = Window & { takeEarly?: () => Set<HTMLElement> }

export const scriptsMissingId = 'scripts-missing'

/** Runs inline. Only the server needs its text: the browser has it in the page. */
export const earlyScript = import.meta.env.SSR
  ? `(${keepEarlyEvents.toString().replace(/\n\s*/g, '\n')})("${scriptsMissingId}")`
  : ''

/** Gives React what was typed and pressed before it took the page over. */
export function takeOverEarly(): void {
  const take = (window as EarlyWindow).takeEarly
  if (take === undefined) return
  delete (window as EarlyWindow).takeEarly
  const pressed = take()
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:not([type=checkbox], [type=radio], [type=file]), textarea',
  )) {
    if (field.value !== field.defaultValue) retype(field)
  }
  // React knows what was typed once its own microtasks have run.
  queueMicrotask(() => {
    for (const element of pressed) {
      element.removeAttribute('aria-busy')
      if (element instanceof HTMLFormElement) element.requestSubmit()
      else element.click()
    }
  })
}

/** React ignores an event of a field whose value is the one that it set last: the field is emptied first. */
function retype(field: HTMLInputElement | HTMLTextAreaElement): void {
  const typed = field.value
  const prototype =
    field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  field.value = ''
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, typed)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
