import { type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import { hasRight, type Right } from '../../../contract/rights.ts'
import { UnsendableMessage } from '../mail.ts'
import * as text from '../outbox.en.ts'
import { type Letter, type RenderedMessage, render, type Sender } from './letter.ts'

/** Says what happens to an e-mail to a stranger if the same network has caused too many such e-mails today. */
export type WhenMany = 'held' | 'dropped' | 'one-a-minute'

interface Traits {
  isChatToo?: boolean
  /** The e-mail gives access to an account, so the outbox stores it encrypted. */
  isConfidential?: boolean
  /** The e-mail is sent to the school, whose address only staff choose. */
  isForSchool?: boolean
  goodForMs?: number
  /**
   * The default is `held`: staff decide about the e-mail. The caller of a `dropped` e-mail gets no notice of the drop.
   */
  whenMany?: WhenMany
  right?: Right
}

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
 * Declares a kind of e-mail: `outbox.tell(tx, { to, cause, words: seatMoved(data) })`. The outbox stores the kind's
 * name, so the name must never change. The greeting uses `name` from the data.
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

/** Marks text that a visitor typed. E-mails to unproved addresses leave it out (decision 0053). */
export function typed<S extends z.ZodMiniType>(field: S) {
  const schema = z.nullable(field)
  typedFields.add(schema)
  return schema
}

export const typedName = typed(z.string())

export const batchFacts = z.object({
  day: z.nullable(z.string()),
  time: z.nullable(z.string()),
  room: z.nullish(z.object({ name: z.string(), address: z.nullable(z.string()) })),
})
export type BatchFacts = z.output<typeof batchFacts>

export type Letters = ReturnType<typeof createLetters>

export function createLetters(all: readonly { kind: { name: string } }[]) {
  const kinds = new Map(all.map(({ kind }) => [kind.name, kind as unknown as LetterKind]))
  const rightOf = (name: string): Right => kinds.get(name)?.right ?? 'messages'
  return {
    isConfidential: (name: string) => kinds.get(name)?.isConfidential === true,
    isForSchool: (name: string) => kinds.get(name)?.isForSchool === true,
    rightOf,
    closedTo: (role: string) => [...kinds.keys()].filter((name) => !hasRight(role, rightOf(name))),
    whenMany: (name: string): WhenMany => kinds.get(name)?.whenMany ?? 'held',
    goodForMs: (name: string) => kinds.get(name)?.goodForMs ?? Number.POSITIVE_INFINITY,
    /**
     * Includes typed text only if `hasTypedWords`, and links that prove the address unless `isByChat`.
     * @throws UnsendableMessage
     */
    render(
      name: string,
      data: unknown,
      sender: Sender,
      { hasTypedWords, isByChat = false }: { hasTypedWords: boolean; isByChat?: boolean },
    ): RenderedMessage {
      const kind = kinds.get(name)
      if (kind === undefined) throw new UnsendableMessage(text.unknownTemplate({ name }))
      const parsed = kind.data.safeParse(data)
      if (!parsed.success) throw new UnsendableMessage(text.unreadableData({ name }))
      const said = hasTypedWords ? parsed.data : withoutTyped(kind.data, parsed.data)
      const letter = kind.write(said, { ...sender, isByChat })
      // The school's own signature is only for e-mails to visitors.
      const signature = kind.isForSchool || isByChat ? '' : (sender.signature ?? '')
      return render({ ...letter, to: said['name'] as string | null | undefined }, { ...sender, signature })
    },
  }
}

/** Writes `enrolment-confirmed` as `enrolment confirmed`. */
export const letterInWords = (template: string) => text.letterNames[template] ?? template.replaceAll('-', ' ')

function withoutTyped(schema: z.ZodMiniObject, data: Record<string, unknown>): Record<string, unknown> {
  const isTyped = (field: z.core.$ZodType | undefined) => field !== undefined && typedFields.has(field)
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, isTyped(schema.shape[name]) ? null : value]),
  )
}

/**
 * A condition for the rows that the role may read (decision 0110). All notices have the same kind, so only their cause
 * shows whether they are about orders.
 */
export function readableBy(letters: Pick<Letters, 'closedTo'>, role: string) {
  const closed = letters.closedTo(role)
  const ofKinds = closed.length === 0 ? sql`1 = 1` : sql`template not in (${sql.join(closed)})`
  const ofOrders = hasRight(role, 'orders') ? sql`1 = 1` : sql`cause not like 'order:%'`
  return sql<SqlBool>`(${ofKinds} and ${ofOrders})`
}
