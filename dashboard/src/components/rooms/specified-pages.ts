import type { RoomPage } from './room.ts'

/** Project pages that the product promises. They count as unbuilt until a room declares them. */
export const SPECIFIED_PAGES: readonly RoomPage[] = [
  { path: '/project/$ref/advisors/performance', title: 'Performance advisor' },
  {
    path: '/project/$ref/advisors/query-performance',
    title: 'Query performance',
    movedFrom: ['/project/$ref/observability/query-performance'],
  },
  { path: '/project/$ref/advisors/rules/security', title: 'Security advisor rules' },
  { path: '/project/$ref/advisors/security', title: 'Security advisor' },
  { path: '/project/$ref/api/graphiql', title: 'GraphiQL' },
  { path: '/project/$ref/branches', title: 'Branches' },
  { path: '/project/$ref/database/column-privileges', title: 'Column privileges' },
  { path: '/project/$ref/database/graphiql', title: 'GraphiQL' },
  { path: '/project/$ref/database/hooks', title: 'Webhooks' },
  { path: '/project/$ref/database/wrappers', title: 'Wrappers' },
  { path: '/project/$ref/functions', title: 'Edge functions' },
  { path: '/project/$ref/integrations/cron', title: 'Cron' },
  {
    path: '/project/$ref/logs',
    title: 'Logs',
    movedFrom: ['/project/$ref/logs/explorer'],
  },
]
