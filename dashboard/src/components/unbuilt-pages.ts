/** Pages of a project whose product is not there yet: reachable by address, in no menu. */
const UNBUILT: Readonly<Record<string, string>> = {
  'advisors/performance': 'Performance advisor',
  'advisors/query-performance': 'Query performance',
  'advisors/rules/security': 'Security advisor rules',
  'advisors/security': 'Security advisor',
  branches: 'Branches',
  'database/hooks': 'Database webhooks',
  'database/wrappers': 'Wrappers',
  functions: 'Edge functions',
  'integrations/cron': 'Cron',
  logs: 'Logs',
  'realtime/inspector': 'Realtime inspector',
  'realtime/settings': 'Realtime settings',
  'settings/vault/secrets': 'Vault secrets',
  storage: 'Storage',
}

/** Addresses that other versions of such dashboards use, and where the page is here. */
const MOVED: Readonly<Record<string, string>> = {
  'auth/users': 'settings/auth',
  'integrations/graphiql': 'api/graphiql',
  'logs/explorer': 'logs',
  'observability/query-performance': 'advisors/query-performance',
  'realtime/policies': 'realtime/settings',
  'settings/api': 'settings/data-api',
  tables: 'editor',
}

type ProjectPage = { kind: 'unbuilt'; title: string } | { kind: 'moved'; to: string }

/** What stands at an address below `/project/{ref}/` that no page answers; undefined for nothing. */
export function findProjectPage(path: string): ProjectPage | undefined {
  const name = path.replace(/\/+$/, '')
  const to = Object.hasOwn(MOVED, name) ? MOVED[name] : undefined
  if (to !== undefined) return { kind: 'moved', to }
  const title = unbuiltTitle(name)
  return title === undefined ? undefined : { kind: 'unbuilt', title }
}

/** The title of a page that is not there yet; undefined for one that is, or never will be. */
const unbuiltTitle = (path: string): string | undefined =>
  Object.hasOwn(UNBUILT, path) ? UNBUILT[path] : undefined
