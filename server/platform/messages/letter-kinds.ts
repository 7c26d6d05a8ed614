import * as z from 'zod/mini'
import { hasRight, type Right } from '../../../contract/rights.ts'
import { UnsendableMessage } from '../mail.ts'
import { type Letter, type RenderedMessage, render, type Sender } from './letter.ts'

/** What becomes of a letter to a stranger whose network has caused too many of them today. */
export type WhenMany = 'held' | 'dropped' | 'one-a-minute'

interface Traits {
  /** It goes as a chat message too, to whoever has a phone. */
  isChatToo?: boolean
  /** It opens an account: the outbox keeps it sealed. */
  isConfidential?: boolean
  /** It goes to the school itself, whose address nobody but staff chooses. */
  isForSchool?: boolean
  /** How long after the promise it is still worth sending; for ever unless told. */
  goodForMs?: number
  /** `held` for staff unless told. The answer to who asks for a `dropped` one is the same as ever. */
  whenMany?: WhenMany
  /** Who reads it in the back office besides the person to whom it goes; `messages` unless told. */
  right?: Right
}

/** What a row of the outbox carries for a kind of letter, and the words made of it. */
export interface LetterKind<N extends string = string, S extends z.ZodMiniObject = z.ZodMiniObject>
  extends Traits {
  name: N
  data: S
  write(data: z.output<S>, sender: Sender): Omit<Letter, 'to'>
}

export interface Words {
  kind: LetterKind
  data: unknown
}

export interface DefinedLetter<N extends string = string, S extends z.ZodMiniObject = z.ZodMiniObject> {
  (data: z.input<S>): Words
  kind: LetterKind<N, S>
}

/**
 * Declares a kind of letter, beside the domain that sends it: `outbox.tell(tx, { to, cause, words: seatMoved(data) })`.
 * `server/domains/letters.ts` lists all. The name stands in the rows of the outbox, so it is never changed. A letter
 * greets its reader by the `name` in its data.
 */
export function defineLetter<const N extends string, S extends z.ZodMiniObject>(
  name: N,
  data: S,
  write: LetterKind<N, S>['write'],
  traits: Traits = {},
): DefinedLetter<N, S> {
  const kind: LetterKind<N, S> = { name, data, write, ...traits }
  return Object.assign((given: z.input<S>): Words => ({ kind: kind as unknown as LetterKind, data: given }), {
    kind,
  })
}

const typedFields = new WeakSet<z.core.$ZodType>()

/** What somebody typed: null in letters to unproved addresses, or anybody could mail their words to anybody (0053). */
export function typed<S extends z.ZodMiniType>(field: S) {
  const schema = z.nullable(field)
  typedFields.add(schema)
  return schema
}

export const typedName = typed(z.string())

export const batchFacts = z.object({
  day: z.nullable(z.string()),
  time: z.nullable(z.string()),
  /** Rows of before have none; null is the school itself. */
  room: z.nullish(z.object({ name: z.string(), address: z.nullable(z.string()) })),
})
export type BatchFacts = z.output<typeof batchFacts>

export type Letters = ReturnType<typeof createLetters>

/** All kinds of letters, by the names in the rows. A name that is not known has no traits. */
export function createLetters(all: readonly { kind: { name: string } }[]) {
  const kinds = new Map(all.map(({ kind }) => [kind.name, kind as unknown as LetterKind]))
  const rightOf = (name: string): Right => kinds.get(name)?.right ?? 'messages'
  return {
    isConfidential: (name: string) => kinds.get(name)?.isConfidential === true,
    isForSchool: (name: string) => kinds.get(name)?.isForSchool === true,
    rightOf,
    /** The kinds that somebody of this role may not read. */
    closedTo: (role: string) => [...kinds.keys()].filter((name) => !hasRight(role, rightOf(name))),
    whenMany: (name: string): WhenMany => kinds.get(name)?.whenMany ?? 'held',
    goodForMs: (name: string) => kinds.get(name)?.goodForMs ?? Number.POSITIVE_INFINITY,
    /** The words of a row, typed ones only if `hasTypedWords`; without proofs where `isByChat`. @throws UnsendableMessage if the row does not fit */
    render(
      name: string,
      data: unknown,
      sender: Sender,
      { hasTypedWords, isByChat = false }: { hasTypedWords: boolean; isByChat?: boolean },
    ): RenderedMessage {
      const kind = kinds.get(name)
      if (kind === undefined) throw new UnsendableMessage(`there is no template ${name}`)
      const parsed = kind.data.safeParse(data)
      if (!parsed.success) throw new UnsendableMessage(`the data does not fit the template ${name}`)
      const said = hasTypedWords ? parsed.data : withoutTyped(kind.data, parsed.data)
      const letter = kind.write(said, { ...sender, isByChat })
      return render({ ...letter, to: said['name'] as string | null | undefined }, sender)
    },
  }
}

function withoutTyped(schema: z.ZodMiniObject, data: Record<string, unknown>): Record<string, unknown> {
  const isTyped = (field: z.core.$ZodType | undefined) => field !== undefined && typedFields.has(field)
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, isTyped(schema.shape[name]) ? null : value]),
  )
}
