import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { freshDatabase, testNow } from '../../../tests/harness/app.ts'
import { fixedClock } from '../../../tests/harness/fixed-clock.ts'
import { onEachDatabase } from '../../../tests/harness/on-each-engine.ts'
import { ConfigError, readConfig } from '../../config.ts'
import { demonstrationSetting, writeSetting } from '../../db/settings.ts'
import { createDeps } from '../../deps.ts'
import type { Deps } from '../deps.ts'
import { createPagesService } from '../school/pages/pages.service.ts'
import { createSchoolService } from '../school/school.service.ts'
import { createAccounts } from './account-services.ts'
import { ensureFirstOwner } from './first-owner.ts'

onEachDatabase('the first owner’s account', freshDatabase, (opened) => {
  const { db } = opened
  let printed: string[]
  let logged: string[]

  beforeEach(() => {
    printed = []
    logged = []
  })

  function depsOf(env: Record<string, string> = {}): Deps {
    const config = readConfig({
      DATA_DIR: opened.folder,
      AUTH_SECRET: 'a secret for tests, and for nothing else at all',
      ...env,
    })
    const log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) })
    return createDeps(config, db, { clock: fixedClock(testNow), log })
  }
  const accountsOf = (deps: Deps) =>
    createAccounts(deps, createSchoolService(deps, createPagesService(deps))).accounts
  /** Makes the first owner as the server's start does. */
  async function start(env?: Record<string, string>) {
    const deps = depsOf(env)
    const accounts = accountsOf(deps)
    await ensureFirstOwner(accounts, deps, (text) => printed.push(text))
    return accounts
  }
  const owners = () => db.read.selectFrom('user').select('email').where('role', '=', 'owner').execute()
  const chosen = { ADMIN_EMAIL: 'Asha@School.example', ADMIN_PASSWORD: 'chosen by her' }

  test('a start is refused if ADMIN_EMAIL is the address of an ordinary account, which does not become an owner', async () => {
    const deps = depsOf()
    await accountsOf(deps).createUser({
      email: chosen.ADMIN_EMAIL,
      password: 'her own, from before',
      firstname: 'A',
      lastname: 'B',
      phone: '',
      usertype: 'user',
      role: 'none',
    })
    await expect(start(chosen)).rejects.toThrow(/Set ADMIN_EMAIL to another address/)
    expect(await owners()).toEqual([])
  })

  test.each([
    ['password1234', 'ADMIN_PASSWORD is not accepted. This password is easy to guess.'],
    [
      'asha’s own school',
      'ADMIN_PASSWORD is not accepted. Choose a password that doesn’t contain your e-mail',
    ],
    [
      'malar, by hand',
      'ADMIN_PASSWORD is not accepted. Choose a password that doesn’t contain the school’s name',
    ],
  ])(
    'the ADMIN_PASSWORD “%s” stops the start of a school without an owner',
    async (ADMIN_PASSWORD, sentence) => {
      await expect(start({ ...chosen, SCHOOL_NAME: 'Malar', ADMIN_PASSWORD })).rejects.toThrow(sentence)
      await expect(start({ ...chosen, SCHOOL_NAME: 'Malar', ADMIN_PASSWORD })).rejects.toBeInstanceOf(
        ConfigError,
      )
      expect(await owners()).toEqual([])
      // The start ignores ADMIN_PASSWORD once there is an owner.
      await start(chosen)
      await start({ ...chosen, SCHOOL_NAME: 'Malar', ADMIN_PASSWORD })
      expect(await owners()).toHaveLength(1)
    },
  )

  test('an existing owner stays unchanged, and the server log says so without an address or password', async () => {
    await start(chosen)
    const accounts = await start({ ADMIN_EMAIL: 'other@school.example', ADMIN_PASSWORD: 'another one' })
    expect(await owners()).toEqual([{ email: 'asha@school.example' }])
    await expect(accounts.signIn({ email: 'asha@school.example', password: 'another one' })).rejects.toThrow(
      'Invalid email or password.',
    )
    expect(logged.join()).toContain('ADMIN_EMAIL and ADMIN_PASSWORD are not used')
    expect(logged.join()).not.toMatch(/school\.example|another one/i)
  })

  test('ADMIN_EMAIL and ADMIN_PASSWORD create the first owner, and the start prints nothing', async () => {
    const accounts = await start(chosen)
    const { user } = await accounts.signIn({ email: 'asha@school.example', password: 'chosen by her' })
    expect(user).toMatchObject({ usertype: 'admin', role: 'owner' })
    expect(printed).toEqual([])
  })

  test('without ADMIN_PASSWORD the start prints a working password once, and the server log does not contain it', async () => {
    const accounts = await start()
    await start()
    expect(printed).toHaveLength(1)
    const email = /e-mail +(\S+)/.exec(printed[0] ?? '')?.[1] ?? ''
    const password = /password +(\S+)/.exec(printed[0] ?? '')?.[1] ?? ''
    expect(password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
    expect(printed[0]).toContain('http://localhost:3000/signin')
    expect(printed[0]).toContain('You enter your own name and e-mail address first.')
    expect((await accounts.signIn({ email, password })).user.role).toBe('owner')
    expect(logged.join()).not.toContain(password)
  })

  test('the start of the demonstration asks for no e-mail address', async () => {
    await opened.db.transaction((tx) => writeSetting(tx, demonstrationSetting, '2026-03-02', testNow))
    await start()
    expect(printed[0]).toContain('owner@malar.example')
    expect(printed[0]).not.toContain('your own name')
  })

  test('several servers that start at once make one first owner', async () => {
    await Promise.all(Array.from({ length: 4 }, () => start()))
    expect(await owners()).toHaveLength(1)
    expect(printed).toHaveLength(1)
  })
})
