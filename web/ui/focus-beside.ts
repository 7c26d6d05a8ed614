/**
 * A button that takes its row out of a list loses the focus with it: that of the next row (`data-takes-out`) has it then,
 * and after the last row the page.
 */
export function focusBeside(row: Element | null): void {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const target = beside?.querySelector<HTMLElement>('[data-takes-out]') ?? document.getElementById('content')
  target?.focus()
}
