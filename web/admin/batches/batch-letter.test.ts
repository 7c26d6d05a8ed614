import { expect, test } from 'vitest'
import { takenBackWords } from './batch-letter.tsx'

test.each([
  [12, 12, { title: 'Taken back', description: 'Nobody gets it.' }],
  [11, 12, { title: 'Taken back in part', description: '1 message of 12 had gone out already.' }],
  [5, 12, { title: 'Taken back in part', description: '7 messages of 12 had gone out already.' }],
  [0, 12, { title: 'Too late', description: 'All of it has gone out already.', tone: 'info' }],
  [0, 0, { title: 'Too late', description: 'All of it has gone out already.', tone: 'info' }],
])(
  'the toast after taking back %i of %i messages to a batch says how many had already been sent',
  (takenBack, sent, words) => {
    expect(takenBackWords(takenBack, sent)).toEqual(words)
  },
)
