import { ChevronDown, ChevronUp, Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import {
  answerLengthMax,
  type CourseQuestion,
  courseQuestion,
  questionLengthMax,
  questionsMax,
  questionsText,
} from '../../../../../contract/catalogue/course-questions.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { controlled } from '../../../../ui/controlled.ts'
import { focusBeside } from '../../../../ui/focus-beside.ts'
import { FieldError, FieldHint } from '../../../../ui/form-field.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import type { CustomInput } from '../../../record-form.tsx'
import { spokenLabel } from '../../../spoken-label.tsx'

/** The key identifies a row while it moves, so that React keeps its fields. */
type TypedQuestion = CourseQuestion & { key: number }

/** The form keeps one text for each field, so the rows are kept as JSON. */
const textOf = (rows: readonly TypedQuestion[]) => JSON.stringify(rows)
const rowsOf = (typed: string) => JSON.parse(typed) as TypedQuestion[]

export const typedQuestions = (questions: readonly CourseQuestion[]): string =>
  textOf(questions.map(({ question, answer }, key) => ({ key, question, answer })))

const isBlank = ({ question, answer }: CourseQuestion) => question.trim() === '' && answer.trim() === ''

/** Returns the questions as typed, without blank rows. */
export const readTypedQuestions = (typed: string): CourseQuestion[] =>
  rowsOf(typed)
    .filter((row) => !isBlank(row))
    .map(({ question, answer }) => ({ question, answer }))

export const questionsSaid = (typed: string): string => questionsText(readTypedQuestions(typed))

const partOf = (row: CourseQuestion, name: keyof CourseQuestion): string | null =>
  isBlank(row) ? null : (courseQuestion.shape[name].safeParse(row[name]).error?.issues[0]?.message ?? null)

export function QuestionsEditor({
  value,
  error,
  focusBy,
  onChange,
}: CustomInput & {
  /** Receives an object with a function `focus`, which moves the focus to the field with the error. */
  focusBy: (target: { focus: () => void } | null) => void
}) {
  const hintId = useId()
  const list = useRef<HTMLUListElement>(null)
  const rows = rowsOf(value)
  const isSaidInRows = rows.some((row) => partOf(row, 'question') ?? partOf(row, 'answer'))
  const put = (n: number, part: Partial<CourseQuestion>) =>
    onChange(textOf(rows.map((row, at) => (at === n ? { ...row, ...part } : row))))
  const rowAt = (n: number) => list.current?.children[n]
  const focusIn = (n: number, selector: string) =>
    rowAt(n)?.querySelector<HTMLElement>(`${selector}:not(:disabled)`)?.focus()

  function move(n: number, by: 1 | -1) {
    const next = [...rows]
    next.splice(n + by, 0, ...next.splice(n, 1))
    flushSync(() => onChange(textOf(next)))
    // The first call focuses any enabled move button of the row, the second call the clicked button. The second call
    // does nothing if the clicked button is disabled now, because the row has become first or last.
    focusIn(n + by, '[data-moves]')
    focusIn(n + by, `[data-moves='${by}']`)
  }
  function add() {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
    flushSync(() => onChange(textOf([...rows, { key, question: '', answer: '' }])))
    focusIn(rows.length, 'input')
  }

  return (
    <fieldset
      aria-describedby={hintId}
      ref={(element) =>
        focusBy(
          element && {
            focus: () => element.querySelector<HTMLElement>('[aria-invalid], [data-adds]')?.focus(),
          },
        )
      }
      className="flex min-w-0 flex-col gap-4"
    >
      <legend className="sr-only">Questions</legend>
      <FieldHint id={hintId}>
        Shown on the class page, in this order. If you add none, the page shows the standard questions for its
        category.
      </FieldHint>
      <ul ref={list} className="flex flex-col gap-5 empty:hidden">
        {rows.map((row, n) => {
          const typed = (name: keyof CourseQuestion, label: string, maxLength: number) => ({
            label: spokenLabel(label, ` ${n + 1}`),
            maxLength,
            error: error && partOf(row, name),
            ...controlled(row[name], (value) => put(n, { [name]: value })),
          })
          return (
            <li key={row.key} className="flex flex-col gap-2 border-l-2 border-line pl-3">
              <div className="-mb-2 flex items-center">
                <span aria-hidden="true" className="flex-1 font-display text-lg text-rose-ink">
                  {n + 1}
                </span>
                <IconButton
                  label={`Move question ${n + 1} up`}
                  icon={ChevronUp}
                  data-moves="-1"
                  disabled={n === 0}
                  onClick={() => move(n, -1)}
                />
                <IconButton
                  label={`Move question ${n + 1} down`}
                  icon={ChevronDown}
                  data-moves="1"
                  disabled={n === rows.length - 1}
                  onClick={() => move(n, 1)}
                />
                <IconButton
                  label={`Remove question ${n + 1}`}
                  icon={X}
                  data-takes-out
                  onClick={() => {
                    const row = rowAt(n) ?? null
                    if (rows.length > 1) focusBeside(row)
                    else list.current?.parentElement?.querySelector<HTMLElement>('[data-adds]')?.focus()
                    onChange(textOf(rows.filter((_, at) => at !== n)))
                  }}
                />
              </div>
              <TextField {...typed('question', 'Question', questionLengthMax)} />
              <TextArea rows={2} {...typed('answer', 'Answer', answerLengthMax)} />
            </li>
          )
        })}
      </ul>
      <FieldError id={`${hintId}-error`}>{isSaidInRows ? null : error}</FieldError>
      <Button
        variant="outline"
        size="sm"
        icon={Plus}
        data-adds=""
        className="self-start"
        disabled={rows.length >= questionsMax}
        onClick={add}
      >
        Add a question
      </Button>
    </fieldset>
  )
}
