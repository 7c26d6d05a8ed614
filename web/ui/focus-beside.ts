/**
 * Moves the focus from a removed row's button to that of the next or previous row (`data-takes-out`), otherwise to the
 * page.
 */
export function focusBeside(row: Element | null): void {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const target = beside?.querySelector<HTMLElement>('[data-takes-out]') ?? document.getElementById('content')
  target?.focus()
}
