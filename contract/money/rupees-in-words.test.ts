import { expect, test } from 'vitest'
import { rupeesInWords } from './rupees-in-words.ts'

test.each([
  [0, 'Rupees zero only'],
  [77_700, 'Rupees seven hundred seventy-seven only'],
  [72_350, 'Rupees seven hundred twenty-three and fifty paise only'],
  [1_250_000, 'Rupees twelve thousand five hundred only'],
  [10_050_000, 'Rupees one lakh five hundred only'],
  [123_45_67_800, 'Rupees one crore twenty-three lakh forty-five thousand six hundred seventy-eight only'],
])('%i paise are written in words', (paise, words) => {
  expect(rupeesInWords(paise)).toBe(words)
})
