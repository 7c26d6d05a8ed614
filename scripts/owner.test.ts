import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { availableEngines, startApp, type TestApp } from '../tests/harness/app.ts'
import { codeOfApp } from '../tests/harness/authenticator.ts'
import { type SignedIn, signedIn } from '../tests/harness/callers.ts'
import { lettersTo } from '../tests/harness/letters.ts'
import { scratchFolder, startProcess } from '../tests/robustness/server-process.ts'

test.each([
  [[], /^Usage: npm run owner -- ADDRESS\n/],
  [['nobody'], /^nobody is not an e-mail address\.\n$/],
])('npm run owner with the wrong arguments %j says what it needs and fails', async (args, sentence) => {
  const child = startProcess(process.execPath, ['scripts/owner.ts', ...args], {})
  expect((await child.exited).code).toBe(1)
  expect(child.output.stderr).toMatch(sentence)
  expect(child.output.stdout).toBe('')
})

test('npm run owner fails where no database exists, and creates none', async () => {
  const folder = scratchFolder()
  try {
    const child = startProcess(process.execPath, ['scripts/owner.ts', 'owner@malar.example'], {
      DATA_DIR: folder,
    })
    expect((await child.exited).code).toBe(1)
    expect(child.output.stderr).toBe(
      `There’s no database at ${path.join(folder, 'malar.db')}. Check DATA_DIR.\n`,
    )
    expect(readdirSync(folder)).toEqual(['uploads'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

describe.each(await availableEngines())('npm run owner on %s', (engine) => {
  let app: TestApp
  let env: Record<string, string>
  beforeAll(async () => {
    app = await startApp({ engine, ownersNeedSecondFactor: true })
    env = {
      DATA_DIR: app.folder,
      AUTH_SECRET: String(app.deps.config.authSecret),
      ...('url' in app.where ? { DATABASE_URL: app.where.url } : {}),
    }
  })
  afterAll(() => app.stop())

  async function run(address: string) {
    const child = startProcess(process.execPath, ['scripts/owner.ts', address], env)
    const { code } = await child.exited
    const password = /password +(\S+)/.exec(child.output.stdout)?.[1] ?? ''
    return { code, password, ...child.output }
  }
  const signIn = (email: string, password: string) =>
    app.http('POST', '/api/auth/signin', { body: { email, password } })
  const entriesOf = async (id: string) =>
    app.db.read
      .selectFrom('audit_entry')
      .select(['actor_email', 'changes'])
      .where('record_id', '=', id)
      .where('changes', 'like', '%npm run owner%')
      .execute()
  async function switchOn({ token }: SignedIn) {
    const begun = await app.http('POST', '/api/profile/two-factor', { token })
    const code = codeOfApp(begun.body.data.secret, app.deps.clock.ms())
    await app.http('POST', '/api/profile/two-factor/confirm', { token, body: { code } })
  }

  test('npm run owner lets an owner who was locked out, disabled and demoted sign in with the printed password', async () => {
    const owner = await signedIn(app, 'owner')
    await switchOn(owner)
    for (let count = 0; count < 9; count++) await signIn(owner.email, 'a wrong one')
    expect((await signIn(owner.email, owner.password)).status).toBe(429)
    await app.db.write
      .updateTable('user')
      .set({ disabledAt: app.deps.clock.now(), role: 'manager' })
      .where('id', '=', owner.userId)
      .execute()

    const { code, password, stdout, stderr } = await run(owner.email.toUpperCase())
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`${owner.email} can sign in again as an owner of Malar.`)
    expect(stdout).toContain('We’ll e-mail the owner about it.')
    expect(password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)

    expect((await app.app.services.accounts.findSession(owner.token)) ?? null).toBeNull()
    expect((await signIn(owner.email, owner.password)).status).toBe(401)
    const opened = await signIn(owner.email, password)
    expect([opened.status, opened.body.user?.role]).toEqual([200, 'owner'])
    const me = await app.http('GET', '/api/auth/user', { token: opened.body.sessionToken })
    expect(me.body.lacksSecondFactor).toBe(true)
    const devices = app.db.read.selectFrom('known_device').select('id').where('user_id', '=', owner.userId)
    expect(await devices.execute()).toHaveLength(1)
    expect((await lettersTo(app, owner.email)).map(({ data }) => data['what'])).toContain('way-in-anew')
    const [entry, ...more] = await entriesOf(owner.userId)
    expect([entry?.actor_email, more]).toEqual([null, []])
    expect(entry?.changes).toContain('{"field":"role","from":"manager","to":"owner"}')
    expect(entry?.changes).not.toContain(password)
  })

  test('npm run owner creates an owner for an unknown e-mail address, and turns the account of a visitor into an owner’s', async () => {
    const { ownerReset } = app.app.services
    const made = await ownerReset.reset('anew@school.example')
    expect(made.wasMade).toBe(true)
    const opened = await signIn('anew@school.example', made.password)
    expect(opened.body.user).toMatchObject({ usertype: 'admin', role: 'owner' })
    expect((await entriesOf(opened.body.user.id)).length).toBe(1)

    const user = await signedIn(app, 'user')
    const { password, wasMade } = await ownerReset.reset(user.email)
    expect(wasMade).toBe(false)
    expect((await signIn(user.email, password)).body.user).toMatchObject({ id: user.userId, role: 'owner' })
  })
})
