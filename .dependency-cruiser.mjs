// The walls of the house: who may import whom (ARCHITECTURE.md). tests/architecture/walls.test.ts plants a
// forbidden import behind each of them and expects red.

/** Which rooms a room may use; a room that is not listed uses none. They stand on five floors. */
export const rooms = {
  accounts: ['school'],
  messages: ['school'],
  money: ['school'],
  orders: ['catalogue', 'money', 'people', 'registrations', 'school', 'store'],
  people: ['school', 'system'],
  registrations: ['catalogue', 'money', 'school'],
  site: ['catalogue', 'orders', 'registrations', 'store'],
  store: ['school'],
}

const severity = /** @type {const} */ ('error')

/** Tests, and what only they use, reach for anything. */
const tests = '\\.(test|fixture)\\.tsx?$'
const ours = '^(bench|contract|drawings|scripts|server|tests|tools|web)/'

/**
 * A wall around `from`: of the project's own files it imports what `may` allows, and nothing else.
 * @param {string} name
 * @param {string} from pattern of the importing files
 * @param {string[]} may patterns of files
 * @param {{ except?: string[], types?: string[] }} [more] except: files that have a wall of their own;
 *   types: files of which types may be imported
 */
function wall(name, from, may, { except = [], types = [] } = {}) {
  const rule = (/** @type {object} */ to) => ({
    name,
    severity,
    from: { path: from, pathNot: [tests, ...except] },
    to: { path: ours, ...to },
  })
  if (!types.length) return [rule({ pathNot: may })]
  return [
    rule({ pathNot: [...may, ...types] }),
    { ...rule({ path: types, pathNot: may, dependencyTypesNot: ['type-only'] }) },
  ]
}

const roomOf = '^server/domains/([^/]+)/'
/** `$1` is the importing file's own room or report. */
const own = (/** @type {string} */ folder) => `^${folder}/$1/`

/** A room shows this to others. */
const index = '^server/domains/[^/]+/index\\.ts$'

const contract = '^contract/'
/** The demonstration school is nobody's business but the start's. */
const db = '^server/db/(?!seed/|migrations/)'
const drawings = '^drawings/'
const deps = '^server/domains/deps\\.ts$'
const config = '^server/config\\.ts$'
const context = '^server/http/context\\.ts$'
const binders = '^server/http/bind\\.ts$'
const webBase = [contract, drawings, '^web/lib/', '^web/ui/']

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
export const walls = [
  {
    name: 'no-cycles',
    severity,
    from: {},
    to: { circular: true },
  },
  { name: 'resolvable', severity, from: {}, to: { couldNotResolve: true } },

  ...wall('contract', contract, [contract]),
  {
    name: 'contract-zod-only',
    severity,
    from: { path: contract, pathNot: tests },
    to: { pathNot: [ours, '(^|/)node_modules/zod/'] },
  },
  {
    name: 'drawings-nothing',
    severity,
    from: { path: drawings, pathNot: tests },
    to: { pathNot: drawings },
  },
  // The workshop encodes as the server does; nothing but a person runs it.
  ...wall('illustrations', '^tools/illustrations/', [
    '^tools/illustrations/',
    drawings,
    '^server/platform/picture-encoding\\.ts$',
  ]),

  // server
  ...wall('config', config, []),
  ...wall(
    'platform',
    '^server/platform/',
    ['^server/platform/', contract, '^server/db/(prepared|transaction)\\.ts$'],
    {
      types: [db],
    },
  ),
  ...wall('db', '^server/db/', [db, contract, '^server/platform/clock\\.ts$'], {
    except: ['^server/db/(seed|migrations)/'],
  }),
  // What a released migration does must not change with the code: it imports nothing that lives.
  ...wall('migrations', '^server/db/migrations/', ['^server/db/migrations/']),
  ...wall('seed', '^server/db/seed/', [db, '^server/db/seed/', '^server/platform/', contract, drawings], {
    types: [config, '^server/domains/letters\\.ts$'],
  }),
  // It draws the pictures of shared links.
  ...wall('http', '^server/http/', ['^server/', contract, drawings]),
  ...wall('domain-files', '^server/(?:domains|reports)/[^/]+\\.ts$', ['^server/', contract]),
  ...wall('room', roomOf, [own('server/domains'), db, '^server/platform/', config, contract, index], {
    except: ['\\.routes\\.ts$'],
    types: [deps, context],
  }),
  ...wall(
    'room-routes',
    `${roomOf}.+\\.routes\\.ts$`,
    [own('server/domains'), db, '^server/platform/', contract, index, context, binders],
    { types: [deps] },
  ),
  {
    name: 'room-floors',
    severity,
    from: { path: roomOf, pathNot: [tests, ...Object.keys(rooms).map((name) => `^server/domains/${name}/`)] },
    to: { path: roomOf, pathNot: own('server/domains') },
  },
  ...Object.entries(rooms).map(([name, used]) => ({
    name: 'room-floors',
    severity,
    from: { path: `^server/domains/${name}/`, pathNot: tests },
    to: { path: roomOf, pathNot: `^server/domains/(${[name, ...used].join('|')})/` },
  })),
  {
    name: 'room-index',
    severity,
    from: { path: '^(scripts|server)/', pathNot: [tests, roomOf] },
    to: { path: roomOf, pathNot: index },
  },
  ...wall(
    'report',
    '^server/reports/([^/]+)/',
    [own('server/reports'), db, '^server/platform/', contract, index],
    { types: [deps, context] },
  ),

  // web
  {
    name: 'web-no-server',
    severity,
    from: { path: '^web/', pathNot: tests },
    to: { path: '^server/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'web-no-node',
    severity,
    from: { path: '^web/', pathNot: [tests, '^web/entry\\.server\\.tsx$'] },
    to: { dependencyTypes: ['core'] },
  },
  ...wall('web-ui', '^web/ui/', ['^web/ui/', drawings]),
  // The toast store has no component in it: whatever signs out or guards may say so.
  ...wall('web-lib', '^web/lib/', ['^web/lib/', contract, '^web/ui/toast-store\\.ts$']),
  ...wall('web-layout', '^web/layout/', ['^web/layout/', ...webBase]),
  ...wall('feature', '^web/features/([^/]+)/', [own('web/features'), ...webBase]),
  ...wall('admin', '^web/admin/', ['^web/(admin|features)/', ...webBase], {
    except: ['^web/admin/sections/'],
  }),
  ...wall('admin-section', '^web/admin/sections/([^/]+)/', [
    own('web/admin/sections'),
    '^web/admin/(?!sections/)',
    '^web/features/',
    ...webBase,
  ]),
  ...wall('web-rest', '^web/', [contract, drawings, '^web/'], { types: ['^server/'] }),

  {
    name: 'no-test-code',
    severity,
    from: { path: '^(contract|drawings|server|web)/', pathNot: tests },
    to: { path: ['^(tests|bench|scripts|tools)/', tests] },
  },
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: walls,
  options: {
    // TypeScript 7 has no parser for it: without this it says "no violations" of 0 modules.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'types', 'default'], exportsFields: ['exports'] },
  },
}
