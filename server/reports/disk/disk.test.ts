import { expect, test } from 'vitest'
import { signedIn } from '../../../tests/harness/callers.ts'
import { onSqlite } from '../../../tests/harness/on-each-engine.ts'

let problem: string | null = null

onSqlite('the report on the server’s disk', { findDiskProblem: async () => problem }, (app) => {
  test('a problem of the disk is shown only to staff', async () => {
    problem = 'Nothing can be written.'
    expect((await app.http('GET', '/api/admin/disk')).status).toBe(401)
    const { token } = await signedIn(app, 'user')
    expect((await app.http('GET', '/api/admin/disk', { token })).status).toBe(403)
    expect((await app.http('GET', '/api/school')).text).not.toContain(problem)
  })

  test('the report names the problem of the server’s disk, and has null when the problem is over', async () => {
    const { token } = await signedIn(app, 'staff')
    problem = 'Nothing can be written.'
    expect((await app.http('GET', '/api/admin/disk', { token })).body.data).toEqual({ problem })
    problem = null
    expect((await app.http('GET', '/api/admin/disk', { token })).body.data).toEqual({ problem: null })
  })
})
