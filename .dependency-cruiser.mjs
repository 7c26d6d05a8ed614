// The rules about which folder may import from which (ARCHITECTURE.md). tests/architecture/walls.test.ts plants a
// forbidden import for each rule and expects a violation.

/** The rooms (domains of the server) that each room may use. A room that is not listed uses none. */
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

/** Tests and their fixtures may import anything. */
const tests = '\\.(test|fixture)\\.tsx?$'
const ours = '^(bench|contract|drawings|scripts|server|tests|tools|web)/'

/**
 * A rule for the files `from`: of the project's own files they may import only those that `may` matches.
 * @param {string} name
 * @param {string} from pattern of the importing files
 * @param {string[]} may patterns of files
 * @param {{ except?: string[], types?: string[] }} [more] except: files that have a rule of their own;
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
/** Matches the importing file's own room or report, which `$1` stands for. */
const own = (/** @type {string} */ folder) => `^${folder}/$1/`

/** Matches the one file of a room that other rooms may import. */
const index = '^server/domains/[^/]+/index\\.ts$'

const contract = '^contract/'
/** Matches the database's files without the demonstration school, which only the server's start imports. */
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

  // server
  ...wall('config', config, []),
  ...wall(
    'platform',
    '^server/platform/',
    ['^server/platform/', contract, '^server/db/(prepared|settings|transaction)\\.ts$'],
    {
      types: [db],
    },
  ),
  ...wall('db', '^server/db/', [db, contract, '^server/platform/clock\\.ts$'], {
    except: ['^server/db/(seed|migrations)/'],
  }),
  // A released migration must always do the same, so it imports no code that may change.
  ...wall('migrations', '^server/db/migrations/', ['^server/db/migrations/']),
  ...wall('seed', '^server/db/seed/', [db, '^server/db/seed/', '^server/platform/', contract, drawings], {
    types: [config, '^server/domains/letters\\.ts$'],
  }),
  // server/http draws the pictures of shared links, so it may import drawings.
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
  ...wall('web-ui', '^web/ui/', ['^web/ui/', drawings, '^contract/words\\.ts$']),
  // The toast store contains no component, so code in web/lib may show toasts, for example at a sign-out.
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
    to: { path: ['^(tests|bench|scripts)/', tests] },
  },
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: walls,
  options: {
    // dependency-cruiser cannot use TypeScript 7. Without another parser it reads 0 modules and reports no violations.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'types', 'default'], exportsFields: ['exports'] },
  },
}
