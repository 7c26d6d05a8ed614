/** The focus moves from a removed row's button to the next row's (`data-takes-out`), and at the end to the page. */
export function focusBeside(row: Element | null): void {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const target = beside?.querySelector<HTMLElement>('[data-takes-out]') ?? document.getElementById('content')
  target?.focus()
}
