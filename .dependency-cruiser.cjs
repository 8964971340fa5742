/** Folder order is the architecture: a file may import from its own module or from a lower line, never sideways, never up. */
const SERVER = [
  'main',
  'gateway',
  'platform',
  'services',
  'fleet',
  'backups',
  'logs',
  'metrics',
  'project',
  'postgres',
  'lib',
]
const DASHBOARD = ['main', 'app', 'routes', 'features', 'components', 'data', 'ui', 'lib']

/** Inside the table editor: its page, then the folders from the toolbar down to the rows and edits. */
const TABLE_EDITOR = ['[^/.]+(?=\\.)', 'view', 'insert', 'structure', 'grid', 'cells', 'session']

/** Modules of the contract that don't load zod. */
const DATA_WITHOUT_SCHEMAS = [
  '^contract/src/(?:catalog|operations)/',
  '^contract/src/platform/connection-handle\\.ts$',
  '^contract/src/services/(?:queues/api-schema|storage/limits)\\.ts$',
]

const layered = (folder, order) =>
  order.slice(1).map((name, index) => ({
    name: `${folder}/${name}-may-not-import-upwards`,
    severity: 'error',
    from: { path: `^${folder}/${name}/` },
    to: { path: `^${folder}/(${order.slice(0, index + 1).join('|')})[/.]` },
  }))

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        // Deno runs the launcher of the sandbox.
        pathNot: ['\\.test\\.tsx?$', '\\.d\\.ts$', '\\.css$', '/sandbox/launch\\.js$'],
      },
      to: {},
    },
    {
      name: 'contract-is-neutral',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: ['^(server|dashboard)/', '^node:'], dependencyTypesNot: ['npm'] },
    },
    {
      name: 'dashboard-never-imports-server',
      severity: 'error',
      from: { path: '^dashboard/' },
      to: { path: '^server/' },
    },
    {
      name: 'server-never-imports-dashboard',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^dashboard/' },
    },
    ...layered('server/src', SERVER),
    {
      name: 'the-command-line-is-a-client',
      severity: 'error',
      from: { path: '^server/src/cli/' },
      to: {
        path: '^server/src/',
        pathNot: ['^server/src/cli/', '^server/src/lib/', '^server/src/services/commands\\.ts$'],
      },
    },
    {
      name: 'nothing-imports-the-command-line',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [
          '^server/src/cli/',
          '^server/src/services/commands\\.ts$',
          '^server/src/services/[^/]+/commands\\.ts$',
        ],
      },
      to: { path: '^server/src/cli/' },
    },
    {
      name: 'commands-of-services-use-the-kit',
      severity: 'error',
      from: { path: '^server/src/services/' },
      to: { path: '^server/src/cli/', pathNot: '^server/src/cli/kit/' },
    },
    {
      // Loading a service to print its help would cost every command a third of a second.
      name: 'commands-of-services-load-no-service',
      severity: 'error',
      from: {
        path: ['^server/src/services/commands\\.ts$', '^server/src/services/[^/]+/commands\\.ts$'],
      },
      to: {
        path: '^server/src/',
        pathNot: [
          '^server/src/cli/kit/',
          '^server/src/lib/',
          '^server/src/services/[^/]+/commands\\.ts$',
        ],
      },
    },
    ...layered('dashboard/src', DASHBOARD),
    ...layered('dashboard/src/features/table-editor', TABLE_EDITOR),
    {
      name: 'platform-and-services-do-not-know-each-other',
      severity: 'error',
      from: { path: '^server/src/platform/' },
      to: { path: '^server/src/services/' },
    },
    {
      name: 'platform-only-through-index',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/platform/' },
      to: { path: '^server/src/platform/', pathNot: '^server/src/platform/index\\.ts$' },
    },
    {
      // The files directly in platform/ put it together; a resource sees of another only its port.
      name: 'platform-resources-only-through-ports',
      severity: 'error',
      from: { path: '^server/src/platform/([^/]+)/' },
      to: {
        path: '^server/src/platform/[^/]+/',
        pathNot: ['^server/src/platform/$1/', '/port\\.ts$'],
      },
    },
    {
      name: 'siblings-do-not-know-each-other',
      severity: 'error',
      from: { path: '^(server/src/services|dashboard/src/features)/([^/]+)/' },
      to: { path: '^$1/[^/]+/', pathNot: '^$1/$2/' },
    },
    {
      name: 'services-only-through-index',
      severity: 'error',
      // The helpers that the tests of a service share are in a folder of its name.
      from: { pathNot: ['^server/src/services/[^/]+/', '^server/test/[^/]+/'] },
      to: { path: '^server/src/services/[^/]+/', pathNot: '/(index|commands)\\.ts$' },
    },
    {
      name: 'ui-is-product-blind',
      severity: 'error',
      from: { path: '^dashboard/src/(ui|lib)/' },
      to: { path: '^(contract/|dashboard/src/(data|components)/)' },
    },
    {
      name: 'data-is-headless',
      severity: 'error',
      from: { path: '^dashboard/src/data/' },
      to: { path: '^dashboard/src/ui/' },
    },
    {
      // Data is loaded with every page, and zod with the first form.
      name: 'data-loads-no-schemas',
      severity: 'error',
      from: { path: '^dashboard/src/data/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^contract/src/|node_modules/zod/',
        pathNot: DATA_WITHOUT_SCHEMAS,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-undeclared-packages',
      severity: 'error',
      // The test runner is declared once, at the root.
      from: { pathNot: ['\\.test\\.tsx?$', '^server/test/', '^dashboard/test/'] },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.gen\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
}
