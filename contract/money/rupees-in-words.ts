const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

function belowHundred(value: number): string {
  if (value < 20) return ones[value] ?? ''
  const rest = value % 10
  return (tens[Math.floor(value / 10)] ?? '') + (rest === 0 ? '' : `-${ones[rest]}`)
}

const groups = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1_000, 'thousand'],
  [100, 'hundred'],
] as const

function inWords(value: number): string {
  for (const [size, name] of groups) {
    if (value < size) continue
    const rest = value % size
    return `${inWords(Math.floor(value / size))} ${name}${rest === 0 ? '' : ` ${inWords(rest)}`}`
  }
  return belowHundred(value)
}

/** Spells the sum for a receipt: `Rupees one lakh five hundred and fifty paise only`. */
export function rupeesInWords(paise: number): string {
  const rest = paise % 100
  return `Rupees ${inWords(Math.floor(paise / 100))}${rest === 0 ? '' : ` and ${inWords(rest)} paise`} only`
}
