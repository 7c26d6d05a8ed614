import { describe, expect, test } from 'vitest'
import { savedRecipientsMax } from '../../../../contract/store/saved-recipients.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'

const lakshmi = {
  recipientName: 'Lakshmi Narayanan',
  recipientPhone: '9876543210',
  address: '14, Kutchery Road',
  area: 'Mylapore',
  landmark: 'Opposite the temple tank',
  pincode: '600004',
}
const phoneSentence = 'Please enter a valid 10-digit Indian mobile number (starting with 6-9)'
const pincodeSentence = 'Enter a pincode of six digits'

onEachEngine('saved recipients', (app) => {
  const call = (token: string | null, method: string, path = '', body?: object) =>
    app.http(method, `/api/recipients${path}`, { token, ...(body && { body }) })
  const rows = () => app.db.read.selectFrom('saved_recipient').selectAll().orderBy('id').execute()

  const buyer = async () => {
    const { token, userId } = await signedIn(app, 'user')
    return {
      userId,
      list: async () => (await call(token, 'GET')).body.data,
      save: (body: object = lakshmi) => call(token, 'POST', '', body),
      change: (id: string, body: object) => call(token, 'PUT', `/${id}`, body),
      remove: (id: string) => call(token, 'DELETE', `/${id}`),
    }
  }

  test('saved recipients cannot be read or changed without an account', async () => {
    const { id } = (await (await buyer()).save()).body.data
    const before = await rows()
    for (const token of [null, 'forged.token']) {
      expect((await call(token, 'GET')).status).toBe(401)
      expect((await call(token, 'POST', '', lakshmi)).status).toBe(401)
      expect((await call(token, 'PUT', `/${id}`, { ...lakshmi, label: 'Amma' })).status).toBe(401)
      expect((await call(token, 'DELETE', `/${id}`)).status).toBe(401)
    }
    expect(await rows()).toEqual(before)
  })

  test.each<[string, object, Record<string, string>]>([
    [
      'no fields',
      Object.fromEntries(Object.keys(lakshmi).map((name) => [name, undefined])),
      {
        recipientName: 'Enter the recipient’s name',
        recipientPhone: 'Enter the recipient’s phone number',
        address: 'Enter the address',
        area: 'Enter the area',
        pincode: pincodeSentence,
      },
    ],
    ['a name of blanks', { recipientName: '  ' }, { recipientName: 'Enter the recipient’s name' }],
    ['a long name', { recipientName: 'x'.repeat(121) }, { recipientName: 'Use at most 120 characters' }],
    ['a foreign phone number', { recipientPhone: '+447700900123' }, { recipientPhone: phoneSentence }],
    ['a letter in the pincode', { pincode: '60000A' }, { pincode: pincodeSentence }],
    ['a long landmark', { landmark: 'x'.repeat(201) }, { landmark: 'Use at most 200 characters' }],
    ['control characters', { address: '14\u0000' }, { address: 'Remove the hidden control characters' }],
  ])('a recipient with %s is refused beside the fields', async (_, wrong, fields) => {
    const one = await buyer()
    const answer = await one.save({ ...lakshmi, ...wrong })
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
    expect(await one.list()).toEqual([])
  })

  test('a saved recipient has the fields of the checkout; its label is the recipient’s name until the user changes it', async () => {
    const one = await buyer()
    const { status, body } = await one.save({ ...lakshmi, pincode: ' 600 004 ', recipientName: ' Lakshmi ' })
    expect(status).toBe(201)
    const saved = { ...lakshmi, recipientName: 'Lakshmi' }
    expect(body.data).toEqual({ id: body.data.id, label: 'Lakshmi', ...saved })
    const { id } = body.data
    expect((await one.change(id, { ...saved, label: ' Amma ' })).body.data).toEqual({
      id,
      label: 'Amma',
      ...saved,
    })
    expect((await one.change(id, { ...saved, label: 'Amma', landmark: '' })).body.data.landmark).toBe('')
    expect((await one.change(id, { ...saved, label: 'x'.repeat(121) })).body.fields).toEqual({
      label: 'Use at most 120 characters',
    })
    // An empty label is replaced by the recipient's name.
    expect((await one.change(id, { ...saved, label: '' })).body.data.label).toBe('Lakshmi')
    expect(await one.list()).toEqual([{ id, label: 'Lakshmi', ...saved }])
    expect((await one.remove(id)).status).toBe(200)
    expect(await one.list()).toEqual([])
  })

  test('saved recipients are sorted by their labels', async () => {
    const one = await buyer()
    for (const recipientName of ['meena', 'Zara', 'Anbu']) await one.save({ ...lakshmi, recipientName })
    expect((await one.list()).map(({ label }: { label: string }) => label)).toEqual(['Anbu', 'meena', 'Zara'])
  })

  test('the same recipient is saved once, with the newest landmark, and keeps its label', async () => {
    const one = await buyer()
    const { id } = (await one.save()).body.data
    await one.change(id, { ...lakshmi, label: 'Amma' })
    const again = await one.save({ ...lakshmi, recipientName: 'LAKSHMI NARAYANAN', landmark: 'Blue gate' })
    expect([again.status, again.body.data.id]).toEqual([201, id])
    expect(await one.list()).toEqual([{ id, label: 'Amma', ...lakshmi, landmark: 'Blue gate' }])
    await one.save({ ...lakshmi, address: '15, Kutchery Road' })
    expect(await one.list()).toHaveLength(2)
  })

  test('an account neither sees, changes nor deletes another account’s recipients', async () => {
    const [one, other] = [await buyer(), await buyer()]
    const { id } = (await one.save()).body.data
    expect(await other.list()).toEqual([])
    const before = await rows()
    const gone = { status: 404, body: { error: 'This recipient is no longer on your list.' } }
    expect(await other.change(id, { ...lakshmi, label: 'Mine' })).toMatchObject(gone)
    expect(await other.remove(id)).toMatchObject(gone)
    expect(await one.remove('unknown')).toMatchObject(gone)
    expect(await rows()).toEqual(before)
  })

  test('an account keeps 50 recipients at most, even if several are sent simultaneously', async () => {
    const one = await buyer()
    const created_at = app.deps.clock.now()
    const row = { label: 'x', name: 'x', phone: '9876543210', address: 'x', area: 'x', landmark: null }
    await app.db.write
      .insertInto('saved_recipient')
      .values(
        Array.from({ length: savedRecipientsMax - 1 }, (_, n) => ({
          ...row,
          id: `kept-${one.userId}-${n}`,
          user_id: one.userId,
          pincode: String(600_000 + n),
          created_at,
        })),
      )
      .execute()
    const answers = await Promise.all(
      ['Anbu', 'Malar', 'Selvi', 'Uma'].map((recipientName) => one.save({ ...lakshmi, recipientName })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'limit_reached',
      error: 'You can save at most 50 recipients. Delete one first.',
    })
    const list = await one.list()
    expect(list).toHaveLength(savedRecipientsMax)
    // Saving the same recipient again adds no second recipient.
    const { label: _, id: __, ...known } = list.at(-1)
    expect((await one.save(known)).status).toBe(201)
    // Each account can save fifty recipients.
    expect((await (await buyer()).save()).status).toBe(201)
  })

  describe('the saved recipients of a deleted account', () => {
    test('a deleted account leaves no saved recipients', async () => {
      const one = await buyer()
      await one.save()
      await app.db.write.deleteFrom('session').where('userId', '=', one.userId).execute()
      await app.db.write.deleteFrom('account').where('userId', '=', one.userId).execute()
      await app.db.write.deleteFrom('user').where('id', '=', one.userId).execute()
      expect((await rows()).filter(({ user_id }) => user_id === one.userId)).toEqual([])
    })
  })
})
