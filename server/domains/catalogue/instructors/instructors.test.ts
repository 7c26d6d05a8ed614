import { beforeAll, expect, test } from 'vitest'
import { forgedToken, signedIn } from '../../../../tests/harness/callers.ts'
import { onSqlite } from '../../../../tests/harness/on-each-engine.ts'

onSqlite('GET /api/instructors', (app) => {
  let admin: string
  beforeAll(async () => {
    admin = (await signedIn(app, 'owner')).token
    await app.db.transaction(async (tx) => {
      await tx
        .insertInto('picture')
        .values({
          base: 'abc',
          width: 800,
          height: 600,
          widths: '[320,640,800]',
          color: '#aabbcc',
          created_at: '2026-01-01T00:00:00.000Z',
        })
        .execute()
      const person = {
        phone: '6000000001',
        specialization: 'Ikebana',
        bio: 'Grows orchids.',
        highlights: '["Two years in Kyoto"]',
        experience_years: 11,
        hourly_rate_in_paise: 200050,
        deleted_at: null,
      }
      await tx
        .insertInto('instructor')
        .values([
          {
            ...person,
            id: 'anjali',
            name: 'Anjali',
            email: 'anjali@malar.example',
            picture_base: 'abc',
            is_active: 1,
            created_at: '2025-01-02T00:00:00.000Z',
          },
          {
            ...person,
            id: 'lakshmi',
            name: 'Lakshmi',
            email: 'lakshmi@malar.example',
            picture_base: null,
            is_active: 0,
            created_at: '2025-01-01T00:00:00.000Z',
          },
          {
            ...person,
            id: 'gone',
            name: 'Gone',
            email: 'gone@malar.example',
            picture_base: null,
            is_active: 1,
            created_at: '2025-01-01T00:00:00.000Z',
            deleted_at: '2025-02-01T00:00:00.000Z',
          },
        ])
        .execute()
      await app.db.changes.mark(tx, 'instructors')
    })
  })

  const publicFields = {
    id: 'anjali',
    name: 'Anjali',
    role: 'Ikebana',
    specialization: 'Ikebana',
    description: 'Grows orchids.',
    bio: 'Grows orchids.',
    highlights: ['Two years in Kyoto'],
    experience_years: 11,
    email: 'anjali@malar.example',
    profile_image: 'abc-800.jpg',
    picture: { base: '/uploads/abc', widths: [320, 640, 800], width: 800, height: 600, color: '#aabbcc' },
    icon: null,
    is_active: true,
  }

  test('the phone number and the rate of an instructor, and inactive instructors, are for staff only', async () => {
    const user = (await signedIn(app, 'user')).token
    for (const token of [null, user, forgedToken(admin)]) {
      const answer = await app.http('GET', '/api/instructors', { token })
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({ success: true, data: [publicFields] })
    }
  })

  test('staff get all instructors with all fields, and a visitor afterwards gets only the public fields', async () => {
    const { body } = await app.http('GET', '/api/instructors', { token: admin })
    expect(body.data).toEqual([
      expect.objectContaining({ id: 'lakshmi', is_active: false, profile_image: null, picture: null }),
      {
        ...publicFields,
        phone: '6000000001',
        hourly_rate: 2000.5,
        created_at: '2025-01-02T00:00:00.000Z',
        version: 1,
      },
    ])
    expect((await app.http('GET', '/api/instructors')).body.data).toEqual([publicFields])
  })
})
