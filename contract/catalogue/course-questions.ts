import * as z from 'zod/mini'
import { folded } from '../folded.ts'
import { text } from '../primitives.ts'

/** The largest number of questions that, with their answers, fit into one cell of a spreadsheet. */
export const questionsMax = 12
export const questionLengthMax = 120
export const answerLengthMax = 600

/** Removes blank lines, because in a file a blank line separates two questions. */
const withoutBlankLines = z.overwrite((value: string) => linesOf(value).join('\n'))
const onOneLine = z.overwrite((value: string) => linesOf(value).join(' '))

export const courseQuestion = z.object({
  question: text(questionLengthMax, {
    required: 'Enter a question',
    tooLong: `Use at most ${questionLengthMax} characters for a question`,
  }).check(onOneLine),
  answer: text(answerLengthMax, {
    required: 'Enter an answer',
    tooLong: `Use at most ${answerLengthMax} characters for an answer`,
  }).check(withoutBlankLines),
})
export type CourseQuestion = z.output<typeof courseQuestion>

/** The questions in the order in which the course's page shows them. */
export const courseQuestions = z.array(courseQuestion).check(
  z.maxLength(questionsMax, { error: `Add at most ${questionsMax} questions`, abort: true }),
  z.refine(
    (all) => new Set(all.map(({ question }) => folded(question))).size === all.length,
    'Two questions are the same. Change or remove one.',
  ),
)

/** The text for one cell of a file: each question on a line, its answer below, then a blank line. */
export function questionsText(questions: readonly CourseQuestion[]): string {
  return questions.map(({ question, answer }) => `${question}\n${answer}`).join('\n\n')
}

export function readQuestions(typed: string): CourseQuestion[] {
  return typed
    .replaceAll('\r\n', '\n')
    .split(/\n[^\S\n]*(?=\n)/)
    .map(linesOf)
    .filter((lines) => lines.length > 0)
    .map(([question = '', ...answer]) => ({ question, answer: answer.join('\n') }))
}

function linesOf(typed: string): string[] {
  return typed
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
