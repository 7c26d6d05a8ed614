import type * as z from 'zod/mini'

/** The fields of an answer that the row does not have, or has in another type. */
type Unsaid<Answer, Row> = {
  [Name in keyof Answer as Name extends keyof Row
    ? Row[Name] extends Answer[Name]
      ? never
      : Name
    : Name]: Answer[Name]
}

/** A row's public part: only the contract's fields, copied if name and type are equal; `made` gives the rest. */
export function presented<S extends z.ZodMiniObject, Row extends object>(
  contract: S,
  row: Row,
  made: Unsaid<z.output<S>, Row> & Partial<z.output<S>>,
): z.output<S> {
  const said = { ...row, ...made } as Record<string, unknown>
  const answer: Record<string, unknown> = {}
  for (const name of Object.keys(contract.shape)) answer[name] = said[name]
  return answer as z.output<S>
}
