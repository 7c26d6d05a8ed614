/** The rows of an answer that is a list, or has one as `data` or under `name`. */
export function answerRows<Row>(answer: unknown, name = 'data'): Row[] {
  const wrapper = answer as Record<string, unknown> | null | undefined
  const rows = Array.isArray(answer) ? answer : (wrapper?.data ?? wrapper?.[name])
  return Array.isArray(rows) ? (rows as Row[]) : []
}
