import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { walls } from '../../.dependency-cruiser.mjs'

interface Violation {
  rule: { name: string }
  from: string
}

const folders = ['contract', 'drawings', 'server', 'web']

/** A forbidden import for each wall: the wall's name, the importing file, its import, and the imported file. */
const forbidden: [rule: string, file: string, code: string, target?: string][] = [
  ['no-cycles', 'drawings/back.ts', "import './there.ts'"],
  ['no-cycles', 'drawings/type-back.ts', "import type { T } from './type-there.ts'\nexport type U = T"],
  ['resolvable', 'web/lib/lost.ts', "import './nowhere.ts'"],
  ['contract', 'contract/rows.ts', "import type { T } from '../server/db/schema.ts'", 'server/db/schema.ts'],
  ['contract-zod-only', 'contract/npm.ts', "import 'fastify'"],
  ['contract-zod-only', 'contract/core.ts', "import 'node:fs'"],
  ['drawings-nothing', 'drawings/npm.ts', "import 'react'"],
  ['drawings-nothing', 'drawings/wire.ts', "import '../contract/a.ts'", 'contract/a.ts'],
  ['db', 'server/db/fills.ts', "import './seed/a.ts'", 'server/db/seed/a.ts'],
  ['room', 'server/domains/catalogue/fills.ts', "import '../../db/seed/b.ts'", 'server/db/seed/b.ts'],
  ['config', 'server/config.ts', "import './platform/a.ts'", 'server/platform/a.ts'],
  [
    'platform',
    'server/platform/up.ts',
    "import '../domains/catalogue/a.ts'",
    'server/domains/catalogue/a.ts',
  ],
  ['platform', 'server/platform/rows.ts', "import '../db/a.ts'", 'server/db/a.ts'],
  ['db', 'server/db/up.ts', "import '../http/a.ts'", 'server/http/a.ts'],
  ['migrations', 'server/db/migrations/0001-a.ts', "import '../totals.ts'", 'server/db/totals.ts'],
  ['seed', 'server/db/seed/up.ts', "import '../../domains/catalogue/a.ts'", 'server/domains/catalogue/a.ts'],
  ['http', 'server/http/page.ts', "import '../../web/ui/a.ts'", 'web/ui/a.ts'],
  ['domain-files', 'server/domains/page.ts', "import '../../web/ui/a.ts'", 'web/ui/a.ts'],
  [
    'room',
    'server/domains/registrations/repository-of-another.ts',
    "import type { T } from '../catalogue/courses.repository.ts'",
    'server/domains/catalogue/courses.repository.ts',
  ],
  ['room', 'server/domains/catalogue/http.ts', "import '../../http/context.ts'", 'server/http/context.ts'],
  [
    'room-routes',
    'server/domains/catalogue/courses.routes.ts',
    "import '../../http/mount.ts'",
    'server/http/mount.ts',
  ],
  [
    'room-floors',
    'server/domains/catalogue/against-the-stream.ts',
    "import '../registrations/index.ts'",
    'server/domains/registrations/index.ts',
  ],
  [
    'room-floors',
    'server/domains/registrations/not-listed.ts',
    "import '../store/index.ts'",
    'server/domains/store/index.ts',
  ],
  [
    'room-floors',
    'server/domains/catalogue/calls-nobody.ts',
    "import '../store/index.ts'",
    'server/domains/store/index.ts',
  ],
  [
    'report',
    'server/reports/dashboard/writes.ts',
    "import '../../domains/catalogue/courses.service.ts'",
    'server/domains/catalogue/courses.service.ts',
  ],
  [
    'room-index',
    'server/http/past-the-index.ts',
    "import '../domains/catalogue/courses.service.ts'",
    'server/domains/catalogue/courses.service.ts',
  ],
  ['web-no-server', 'web/routes/value.tsx', "import '../../server/config.ts'"],
  ['web-no-server', 'web/routes/later.tsx', "export const a = () => import('../../server/config.ts')"],
  ['web-no-node', 'web/lib/disk.ts', "import 'node:fs'"],
  ['web-ui', 'web/ui/words.tsx', "import type { T } from '../../contract/a.ts'", 'contract/a.ts'],
  ['web-lib', 'web/lib/look.ts', "import '../ui/dialog.tsx'", 'web/ui/dialog.tsx'],
  [
    'web-layout',
    'web/layout/cart.tsx',
    "import '../features/store/cart/a.ts'",
    'web/features/store/cart/a.ts',
  ],
  ['feature', 'web/features/orders/cart.tsx', "import '../store/cart/a.ts'", 'web/features/store/cart/a.ts'],
  ['admin', 'web/admin/page.tsx', "import '../routes/a.tsx'", 'web/routes/a.tsx'],
  [
    'admin-section',
    'web/admin/sections/catalogue/classes/other.tsx',
    "import '../../school/hours/a.tsx'",
    'web/admin/sections/school/hours/a.tsx',
  ],
  ['web-rest', 'web/routes/bench.tsx', "import '../../bench/a.ts'", 'bench/a.ts'],
  [
    'no-test-code',
    'server/domains/catalogue/test-code.ts',
    "import './courses.fixture.ts'",
    'server/domains/catalogue/courses.fixture.ts',
  ],
]

/** Allowed imports, which show that the walls do not refuse every import. */
const allowed: [file: string, code: string, target?: string][] = [
  ['contract/schemas.ts', "import 'zod/mini'"],
  [
    'server/domains/registrations/seats/a.ts',
    "import '../../catalogue/index.ts'",
    'server/domains/catalogue/index.ts',
  ],
  ['server/domains/catalogue/instructors.routes.ts', "import '../../http/context.ts'"],
  ['server/domains/store/products.test.ts', "import '../catalogue/courses.repository.ts'"],
  ['server/platform/types.ts', "import type { T } from '../db/a.ts'"],
  ['server/reports/dashboard/reads.ts', "import '../../domains/catalogue/index.ts'"],
  ['web/routes/compose.tsx', "import '../features/store/cart/a.ts'"],
  ['web/routes/types.tsx', "import type { T } from '../../server/config.ts'"],
  [
    'web/features/store/cart/here.tsx',
    "import '../../../ui/a.ts'; import '../../../lib/a.ts'; import './a.ts'",
    'web/lib/a.ts',
  ],
]

/**
 * This file tests the rules with planted imports. `npm run check`, which `npm test` includes, applies the rules to the
 * project.
 */
describe('the walls between folders, which are rules of .dependency-cruiser.mjs', () => {
  let tree: string
  let violations: Violation[]

  beforeAll(async () => {
    tree = await mkdtemp(join(tmpdir(), 'malar-walls-'))
    await symlink(resolve('node_modules'), join(tree, 'node_modules'), 'junction')
    for (const file of ['package.json', 'tsconfig.json']) await cp(file, join(tree, file))
    const files = new Map<string, string>([
      ['drawings/there.ts', "import './back.ts'"],
      ['drawings/type-there.ts', "import type { U } from './type-back.ts'\nexport type T = U"],
    ])
    for (const [, , , target] of forbidden) if (target) files.set(target, 'export type T = 1')
    for (const [, , target] of allowed) if (target) files.set(target, 'export type T = 1')
    for (const [, file, code] of forbidden) files.set(file, code)
    for (const [file, code] of allowed) files.set(file, code)
    for (const [file, code] of files) {
      await mkdir(dirname(join(tree, file)), { recursive: true })
      await writeFile(join(tree, file), `${code}\n`)
    }
    violations = await cruise(tree)
  })

  afterAll(() => rm(tree, { recursive: true, force: true }))

  test.each(forbidden)(
    'the rule %s of .dependency-cruiser.mjs stops the forbidden import in %s',
    (rule, file) => {
      expect(violations.filter((one) => one.from === file).map((one) => one.rule.name)).toContain(rule)
    },
  )

  test.each(allowed)('the rules of .dependency-cruiser.mjs allow the import in %s', (file) => {
    expect(violations.filter((one) => one.from === file)).toEqual([])
  })

  test('each rule of .dependency-cruiser.mjs has a planted import in this file that it must stop', () => {
    const planted = new Set(forbidden.map(([rule]) => rule))
    expect([...new Set(walls.map(({ name = '' }) => name))].filter((name) => !planted.has(name))).toEqual([])
  })
})

function cruise(cwd: string): Promise<Violation[]> {
  const args = [
    resolve('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
    `--config=${resolve('.dependency-cruiser.mjs')}`,
    '--output-type=json',
    ...folders,
  ]
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 2 ** 26 }, (error, stdout) => {
      if (stdout) done(JSON.parse(stdout).summary.violations)
      else fail(error)
    })
  })
}
