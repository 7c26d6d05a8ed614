import { expect, test } from 'vitest'
import { signedIn } from '../../../tests/harness/callers.ts'
import { onSqlite } from '../../../tests/harness/on-each-engine.ts'

let problem: string | null = null

onSqlite('what the server says of its disk', { findDiskProblem: async () => problem }, (app) => {
  test('to staff alone', async () => {
    problem = 'Nothing can be written.'
    expect((await app.http('GET', '/api/admin/disk')).status).toBe(401)
    const { token } = await signedIn(app, 'user')
    expect((await app.http('GET', '/api/admin/disk', { token })).status).toBe(403)
    expect((await app.http('GET', '/api/school')).text).not.toContain(problem)
  })

  test('the sentence while something is wrong, and null once it is not', async () => {
    const { token } = await signedIn(app, 'staff')
    problem = 'Nothing can be written.'
    expect((await app.http('GET', '/api/admin/disk', { token })).body.data).toEqual({ problem })
    problem = null
    expect((await app.http('GET', '/api/admin/disk', { token })).body.data).toEqual({ problem: null })
  })
})
