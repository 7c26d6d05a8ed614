import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('a database error about a broken constraint is logged without the offending values', () => {
  const program = `
    import { createLogger } from './server/platform/logger.ts'
    const err = Object.assign(new Error('duplicate key value'), {
      code: '23505',
      detail: 'Key (email)=(meena@mail.example) already exists.',
    })
    createLogger('info').error({ err }, 'a request failed')
  `
  const line = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  expect(line).toContain('23505')
  expect(line).toContain('duplicate key value')
  expect(line).not.toContain('meena')
})
