import type { NavigationEntry, Room } from '../../components/rooms/room.ts'
import { LOG_PAGES } from './log-pages.ts'

const NEEDS = { ability: 'logs:read' } as const

const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  'edge-logs': ['requests', 'status', 'edge logs'],
  'postgres-logs': ['database', 'errors', 'slow queries'],
  'postgrest-logs': ['data api', 'rest'],
  'pooler-logs': ['supavisor', 'connections'],
  'edge-functions-logs': ['invocations', 'console'],
  'pgcron-logs': ['jobs', 'runs'],
}

export const logs: Room = {
  name: 'logs',
  pages: [
    { path: '/project/$ref/logs', title: 'All logs', worksWithoutDatabase: true },
    {
      path: '/project/$ref/logs/explorer',
      title: 'Explorer',
      worksWithoutDatabase: true,
    },
    {
      path: '/project/$ref/logs/explorer/saved',
      title: 'Saved queries',
      worksWithoutDatabase: true,
    },
    {
      path: '/project/$ref/logs/explorer/recent',
      title: 'Recent queries',
      worksWithoutDatabase: true,
    },
    {
      path: '/project/$ref/logs/explorer/templates',
      title: 'Templates',
      worksWithoutDatabase: true,
    },
    { path: '/project/$ref/logs/drains', title: 'Log drains', worksWithoutDatabase: true },
    {
      path: '/project/$ref/logs/$source',
      title: 'Logs of a service',
      worksWithoutDatabase: true,
    },
  ],
  navigation: [
    {
      product: 'logs',
      label: 'All logs',
      to: '/project/$ref/logs',
      keywords: ['unified logs', 'errors', 'events', 'trace'],
      // The pages of the services are one route, of which each has an entry.
      alsoCurrentOn: ['/project/$ref/logs/$source'],
      needs: { ...NEEDS, preview: { key: 'unified-logs', isOn: true } },
    },
    ...LOG_PAGES.map(({ slug, title }): NavigationEntry => ({
      product: 'logs',
      heading: 'Services',
      label: title,
      to: `/project/$ref/logs/${slug}`,
      keywords: ['logs', ...(KEYWORDS[slug] ?? [])],
      needs: NEEDS,
    })),
    {
      product: 'logs',
      heading: 'SQL',
      label: 'Explorer',
      to: '/project/$ref/logs/explorer',
      keywords: ['logs explorer', 'log query'],
      needs: NEEDS,
    },
    {
      product: 'logs',
      heading: 'SQL',
      label: 'Saved queries',
      to: '/project/$ref/logs/explorer/saved',
      keywords: ['log query', 'favorites', 'shared'],
      needs: NEEDS,
    },
    {
      product: 'logs',
      heading: 'SQL',
      label: 'Recent queries',
      to: '/project/$ref/logs/explorer/recent',
      keywords: ['log query', 'history'],
      needs: NEEDS,
    },
    {
      product: 'logs',
      heading: 'SQL',
      label: 'Templates',
      to: '/project/$ref/logs/explorer/templates',
      keywords: ['log query', 'examples'],
      needs: NEEDS,
    },
    {
      product: 'logs',
      heading: 'Settings',
      label: 'Log drains',
      to: '/project/$ref/logs/drains',
      keywords: ['export', 'datadog', 'loki', 'otlp', 'sentry', 'syslog', 's3', 'forward'],
      needs: NEEDS,
    },
  ],
}
