import { Checkbox } from '../ui/checkbox.tsx'

export type TickOption = readonly [value: string, label: string]

export function Ticks({
  options,
  ticked,
  onTick,
}: {
  options: readonly TickOption[]
  ticked: readonly string[]
  onTick: (ticked: readonly string[]) => void
}) {
  return options.map(([value, label]) => (
    <Checkbox
      key={value}
      label={label}
      checked={ticked.includes(value)}
      onChange={({ target }) =>
        onTick(target.checked ? [...ticked, value] : ticked.filter((one) => one !== value))
      }
    />
  ))
}
