import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { instructorImageBytesMax } from '../../../../contract/catalogue/instructors.ts'
import * as general from '../../../../contract/fields.en.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'

const devi = {
  name: 'Devi Raman',
  email: 'Devi@malar.example',
  phone: '+91 44 5550 0142',
  specialization: 'Garlands',
  experience_years: '12',
  hourly_rate: '850.50',
  bio: 'Ties garlands.',
}

async function picture(color: string): Promise<string> {
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: color } })
    .png()
    .toBuffer()
  return png.toString('base64')
}

onEachEngine('instructors in the back office', (app) => {
  let token: string
  let id: string
  beforeAll(async () => {
    token = (await signedIn(app, 'staff')).token
  })

  const add = (body: object) => app.http('POST', '/api/admin/instructors', { token, body })
  const put = (body: object) => app.http('PUT', `/api/admin/instructors/${id}`, { token, body })
  const list = async (query = '') => (await app.http('GET', `/api/instructors${query}`, { token })).body.data
  const shown = async () => (await app.http('GET', '/api/instructors')).body.data

  test.each([
    ['name', ' ', 'Name is required'],
    ['email', '', general.emailRequired],
    ['email', 'devi', general.emailInvalid],
    ['experience_years', -1, 'Enter the years of experience, 0 or more'],
    ['experience_years', '1.5', 'Enter the years of experience, 0 or more'],
    ['hourly_rate', '-5', 'Enter an hourly rate of 0 or more, with at most 2 decimal places'],
    ['phone', 'ask the office', general.anyPhoneInvalid],
    ['phone', '5840012345', general.anyPhoneInvalid],
    ['hourly_rate', '1.005', 'Enter an hourly rate of 0 or more, with at most 2 decimal places'],
  ])(
    'an instructor with the %s %j is refused with the sentence for that field',
    async (field, value, sentence) => {
      const answer = await add({ ...devi, [field]: value })
      expect([answer.status, answer.body.fields]).toEqual([400, { [field]: sentence }])
      expect(await list()).toEqual([])
    },
  )

  test('an instructor’s picture that is too large, or is no picture, is refused', async () => {
    const large = Buffer.alloc(instructorImageBytesMax + 1).toString('base64')
    expect((await add({ ...devi, profile_image: large })).status).toBe(431)
    expect((await add({ ...devi, profile_image: 'data:image/png;base64,PHN2Zz4=' })).status).toBe(415)
    expect(await list()).toEqual([])
  })

  test('an added instructor is active by default, and on the site immediately', async () => {
    const answer = await add({ ...devi, profile_image: await picture('#aa2244') })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({
      ...devi,
      email: 'devi@malar.example',
      phone: '+914455500142',
      experience_years: 12,
      hourly_rate: 850.5,
      is_active: true,
      version: 1,
      profile_image: expect.stringMatching(/\.jpg$/),
    })
    id = answer.body.data.id
    expect(await shown()).toMatchObject([{ name: devi.name }])
    expect((await app.http('GET', `/api/admin/instructors/${id}`, { token })).body).toEqual(answer.body)
    expect((await app.http('GET', '/api/admin/instructors/nobody', { token })).status).toBe(404)
  })

  test('a change of an instructor keeps absent fields, clears fields sent as null, and keeps the picture if none is sent', async () => {
    const before = (await list())[0]
    const changed = (await put({ bio: null, specialization: '', version: 1 })).body.data
    expect(changed).toEqual({
      ...before,
      bio: null,
      description: null,
      specialization: null,
      role: null,
      version: 2,
    })
    expect((await put({ phone: '\u202a9840012345.0' })).body.data.phone).toBe('9840012345')
    expect((await put({ phone: '' })).body.data.phone).toBe(null)
    const same = (await put({ profile_image: before.profile_image })).body.data
    expect(same.profile_image).toBe(before.profile_image)
    const other = (await put({ profile_image: await picture('#2244aa') })).body.data
    expect(other.profile_image).not.toBe(before.profile_image)
    expect((await put({ profile_image: null })).body.data).toMatchObject({
      profile_image: null,
      picture: null,
    })
  })

  test('one of four changes of the same version of an instructor is stored, and the others get a conflict', async () => {
    const { version } = (await list())[0]
    const answers = await Promise.all([1, 2, 3, 4].map((n) => put({ bio: `Bio ${n}`, version })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('an inactive instructor is listed only in the back office, whose list can be filtered, sorted and searched', async () => {
    app.deps.clock.advance(1000)
    await add({ name: 'Anu', email: 'anu@malar.example', is_active: false })
    expect(await shown()).toMatchObject([{ name: devi.name }])
    const names = async (query: string) => (await list(query)).map(({ name }: { name: string }) => name)
    expect(await names('')).toEqual(['Devi Raman', 'Anu'])
    expect(await names('?sort=name')).toEqual(['Anu', 'Devi Raman'])
    expect(await names('?sort=-name')).toEqual(['Devi Raman', 'Anu'])
    expect(await names('?active=no')).toEqual(['Anu'])
    expect(await names('?q=anu%40malar')).toEqual(['Anu'])
    const first = await app.http('GET', '/api/instructors?sort=name&limit=1', { token })
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect((await app.http('GET', next, { token })).body.data).toMatchObject([{ name: 'Devi Raman' }])
  })

  test('a deleted instructor leaves the site and is restored from the bin, and the audit log records both', async () => {
    const remove = () => app.http('DELETE', `/api/admin/instructors/${id}`, { token })
    const answers = await Promise.all([remove(), remove()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await shown()).toEqual([])
    app.deps.clock.advance(1000)
    expect((await app.http('POST', `/api/admin/bin/instructor/${id}/restore`, { token })).status).toBe(200)
    expect(await shown()).toMatchObject([{ name: devi.name }])
    const log = await app.http('GET', `/api/admin/audit?kind=instructor&record=${id}`, { token })
    const actions = log.body.data.map(({ action }: { action: string }) => action)
    expect([actions[0], actions.includes('deleted'), actions.includes('added')]).toEqual([
      'restored',
      true,
      true,
    ])
  })
})
