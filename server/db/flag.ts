export function flag<Value extends boolean | undefined>(
  value: Value,
): Value extends boolean ? 0 | 1 : undefined
export function flag(value: boolean | undefined): 0 | 1 | undefined {
  return value === undefined ? undefined : value ? 1 : 0
}
