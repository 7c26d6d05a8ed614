import { expect, test } from 'vitest'
import { takenBackWords } from './taken-back-words.ts'

test.each([
  [12, 12, 'Taken back', 'Nobody gets it.'],
  [11, 12, 'Taken back in part', '1 message of 12 had gone out already.'],
  [5, 12, 'Taken back in part', '7 messages of 12 had gone out already.'],
  [0, 12, 'Too late', 'All of it has gone out already.'],
  [0, 0, 'Too late', 'All of it has gone out already.'],
])('%i of %i messages taken back', (takenBack, sent, title, description) => {
  expect(takenBackWords(takenBack, sent)).toMatchObject({ title, description })
})
