import { expect, test } from 'vitest'
import { emptyDatabase } from '../../../tests/harness/app.ts'
import { onEachDatabase } from '../../../tests/harness/on-each-engine.ts'
import { migrate } from '../migrate.ts'
import { migrations } from './index.ts'

const at = '2026-03-02T06:30:00.000Z'

onEachDatabase('0022-letters', emptyDatabase, ({ db }) => {
  test('keeps every kind of row; what is still to be sent says nothing typed', async () => {
    await migrate(db, upTo('0022'))
    const statuses = ['queued', 'sending', 'sent', 'dead', 'by-hand'] as const
    const rows = (['email', 'chat'] as const).flatMap((channel) =>
      ['contact-received', 'school-notice', 'one-time-code', 'no such template'].flatMap((template) =>
        statuses.map((status) => ({
          id: `${channel} ${template} ${status}`,
          cause: `${channel} ${template} ${status}`,
          channel,
          template,
          status,
          recipient: channel === 'chat' ? '9876543210' : 'Meena <a@mail.example>, b@mail.example',
          data: template === 'one-time-code' ? 'sealed' : '{"name":"மலர்"}',
          attempts: status === 'queued' ? 0 : 12,
          next_attempt_at: at,
          last_error: status === 'dead' ? '550 no' : null,
          created_at: at,
          sent_at: status === 'sent' ? at : null,
        })),
      ),
    )
    await db.write.insertInto('outbox').values(rows).execute()
    const purposes = ['sign-up', 'reset-password', 'verify-email', 'change-email'] as const
    const codes = purposes.map((purpose) => ({
      id: purpose,
      purpose,
      email: 'meena@mail.example',
      user_id: null,
      code_hash: purpose === 'sign-up' ? null : 'hash',
      new_account: purpose === 'sign-up' ? '{}' : null,
      tries: 5,
      expires_at: at,
      proved_at: purpose === 'reset-password' ? at : null,
      used_at: purpose === 'verify-email' ? at : null,
      created_at: at,
    }))
    // As a server of before writes them, which knows no newer column.
    await db.write
      .insertInto('one_time_code')
      .values(codes as never)
      .execute()

    await migrate(db, upTo('0023'))
    const kept = await db.read.selectFrom('outbox').selectAll().execute()
    expect(kept.sort(byId)).toEqual(
      rows
        .map((row) => ({
          ...row,
          has_typed_words:
            row.channel === 'chat' || row.template === 'school-notice' || row.status === 'sent' ? 1 : 0,
        }))
        .sort(byId),
    )
    const keptCodes = await db.read.selectFrom('one_time_code').selectAll().execute()
    expect(keptCodes.sort(byId)).toEqual(
      codes.map((row) => ({ ...row, asker: null, has_letter: 1, other_tries: 0 })).sort(byId),
    )

    const [row] = rows
    if (row === undefined) throw new Error('there are rows')
    await db.write
      .insertInto('outbox')
      .values({ ...row, id: 'x', cause: 'x', status: 'held' })
      .execute()
    const twice = db.write.insertInto('outbox').values({ ...row, id: 'y', cause: 'x' })
    await expect(twice.execute()).rejects.toThrow()
    const unknown = { ...row, id: 'z', cause: 'z', status: 'lost' as 'held' }
    await expect(db.write.insertInto('outbox').values(unknown).execute()).rejects.toThrow()
  })
})

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}

/** Those before this name: what comes later may change these tables again. */
function upTo(name: string) {
  return Object.fromEntries(Object.entries(migrations).filter(([one]) => one < name))
}
