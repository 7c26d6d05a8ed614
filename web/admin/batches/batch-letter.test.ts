import { expect, test } from 'vitest'
import { takenBackWords } from './batch-letter.tsx'

test.each([
  [12, 12, { title: 'Message withdrawn', description: 'Nobody will receive this message.' }],
  [11, 12, { title: 'Partly withdrawn', description: '1 of 12 messages had already been sent.' }],
  [5, 12, { title: 'Partly withdrawn', description: '7 of 12 messages had already been sent.' }],
  [0, 12, { title: 'Already sent', description: 'All messages have already been sent.', tone: 'info' }],
  [0, 0, { title: 'Already sent', description: 'All messages have already been sent.', tone: 'info' }],
])(
  'the toast after taking back %i of %i messages to a batch says how many had already been sent',
  (takenBack, sent, words) => {
    expect(takenBackWords(takenBack, sent)).toEqual(words)
  },
)
