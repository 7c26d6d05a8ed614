import { describe, expect, test } from 'vitest'
import {
  answerLengthMax,
  courseQuestions,
  questionLengthMax,
  questionsMax,
  questionsText,
  readQuestions,
} from './course-questions.ts'

const one = { question: 'Do I bring shears?', answer: 'No.' }
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...one, question: `Question ${n}?` }))
const refusal = (value: unknown) => courseQuestions.safeParse(value).error?.issues[0]?.message

describe('the questions of a course', () => {
  test.each([
    ['an answer is missing', [{ ...one, answer: ' ' }], 'Enter an answer'],
    ['a question is missing', [{ ...one, question: '' }], 'Enter a question'],
    ['a question is too long', [{ ...one, question: 'x'.repeat(questionLengthMax + 1) }], /at most 120/],
    ['an answer is too long', [{ ...one, answer: 'x'.repeat(answerLengthMax + 1) }], /at most 600/],
    ['there are too many questions', many(questionsMax + 1), 'Add at most 12 questions'],
    [
      'a question appears twice',
      [one, { ...one, question: 'do I bring SHEARS?' }],
      'Two questions are the same. Change or remove one.',
    ],
  ])('the questions of a course are refused if %s', (_, value, message) => {
    expect(refusal(value)).toMatch(message)
  })

  test('a question of a course becomes one line, and its answer loses blank lines', () => {
    expect(courseQuestions.parse([{ question: ' Two\n lines? ', answer: 'One.\r\n\r\n  Two.\n' }])).toEqual([
      { question: 'Two lines?', answer: 'One.\nTwo.' },
    ])
  })

  test('the most and longest questions allowed fit into one cell of a file and are read back unchanged', () => {
    const full = many(questionsMax).map(({ question }) => ({
      question: question.padEnd(questionLengthMax, 'x'),
      answer: `${'y'.repeat(300)}\n`.padEnd(answerLengthMax, 'z'),
    }))
    expect(courseQuestions.parse(full)).toEqual(full)
    expect(questionsText(full).length).toBeLessThanOrEqual(10_000)
    expect(readQuestions(questionsText(full))).toEqual(full)
  })

  test.each([
    ['', []],
    [' \n\n \n', []],
    [
      'Why?\r\nSo.\r\n \r\n\r\nWhere?\r\nHere.\r\nAt the door.\r\n',
      [
        ['Why?', 'So.'],
        ['Where?', 'Here.\nAt the door.'],
      ],
    ],
    ['Alone?', [['Alone?', '']]],
  ])('the questions %j in the cell of a file are read', (typed, expected) => {
    expect(readQuestions(typed).map(({ question, answer }) => [question, answer])).toEqual(expected)
  })
})
