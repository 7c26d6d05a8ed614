import type { RenderedMessage } from '../../server/platform/messages/letter.ts'
import type { TestApp } from './app.ts'

/** Lists the e-mails queued for an address, oldest first, with their data. */
export async function lettersTo(app: TestApp, email: string) {
  const rows = await app.db.read
    .selectFrom('outbox')
    .select(['template', 'data', 'cause', 'created_at'])
    .where('recipient', '=', email)
    .where('channel', '=', 'email')
    .orderBy('created_at')
    .orderBy('cause')
    .execute()
  return rows.map(({ template, data }) => ({
    template,
    // The outbox encrypts the data of templates that contain a code.
    data: JSON.parse(data.startsWith('{') ? data : app.deps.seal.open(data)) as Record<string, unknown>,
  }))
}

/** Reads the code in the newest e-mail that has a code. */
export async function codeSentTo(app: TestApp, email: string): Promise<string> {
  const last = (await lettersTo(app, email)).findLast(({ template }) => template === 'one-time-code')
  if (last === undefined) throw new Error(`no code was sent to ${email}`)
  return String(last.data['code'])
}

/** Makes a code that differs from the given code. */
export const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000')

/** Renders the newest e-mail that is queued for an address, as the server will send it. */
export async function newestLetterTo(app: TestApp, recipient: string): Promise<RenderedMessage> {
  const row = await app.db.read
    .selectFrom('outbox')
    .select(['template', 'data', 'has_typed_words'])
    .where('recipient', '=', recipient)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return app.deps.letters.render(row.template, JSON.parse(row.data), await app.app.services.school.sender(), {
    hasTypedWords: row.has_typed_words === 1,
  })
}

/** Reads the token of the waiting-list or unsubscribe link in the newest e-mail to an address. */
export async function linkTokenFor(app: TestApp, recipient: string): Promise<string> {
  const { text } = await newestLetterTo(app, recipient)
  const [, token] = /\/(?:waiting-list|unsubscribe)\/([^\s#]+)/.exec(text) ?? []
  if (token === undefined) throw new Error(`no link in the letter to ${recipient}:\n${text}`)
  return token
}

/** Joins a waiting list, opens the link in the e-mail, and returns the token of the place. */
export async function waitFor(
  app: TestApp,
  courseId: string,
  email: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const body = { fullName: 'Uma Raman', phone: '9876543210', email, courseId, ...more }
  const joined = await app.http('POST', '/api/waiting-list', { body })
  if (joined.status !== 201) throw new Error(`not on the list: ${joined.status} ${joined.text}`)
  const token = await linkTokenFor(app, email)
  const pressed = await app.http('POST', '/api/proofs', { body: { token } })
  if (pressed.status !== 200) throw new Error(`not confirmed: ${pressed.status} ${pressed.text}`)
  return token
}
