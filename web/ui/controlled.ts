/** Returns the props of an input that shows `value` and passes on the typed text. */
export function controlled(value: string, change: (value: string) => void) {
  return { value, onChange: ({ target }: { target: { value: string } }) => change(target.value) }
}
