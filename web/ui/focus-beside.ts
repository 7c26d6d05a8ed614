/**
 * Moves the focus from a removed row's button to the button of the next or previous row (`data-takes-out`). If there is
 * no such row, the focus moves to the page's content.
 */
export function focusBeside(row: Element | null): void {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const target = beside?.querySelector<HTMLElement>('[data-takes-out]') ?? document.getElementById('content')
  target?.focus()
}
