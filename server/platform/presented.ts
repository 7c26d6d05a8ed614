import type * as z from 'zod/mini'

type MissingFields<Answer, Row> = {
  [Name in keyof Answer as Name extends keyof Row
    ? Row[Name] extends Answer[Name]
      ? never
      : Name
    : Name]: Answer[Name]
}

/**
 * Copies the fields that the contract and the row have in common, with the same name and type. `made` contains all
 * other fields.
 */
export function presented<S extends z.ZodMiniObject, Row extends object>(
  contract: S,
  row: Row,
  made: MissingFields<z.output<S>, Row> & Partial<z.output<S>>,
): z.output<S> {
  const fields = { ...row, ...made } as Record<string, unknown>
  const answer: Record<string, unknown> = {}
  for (const name of Object.keys(contract.shape)) answer[name] = fields[name]
  return answer as z.output<S>
}
