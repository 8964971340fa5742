import type { NavigationEntry, Room } from '../../components/rooms/room.ts'
import { REPORT_PAGES } from './report-pages.ts'

export const reports: Room = {
  name: 'reports',
  needs: { ability: 'reports:read' },
  pages: [
    {
      path: '/project/$ref/reports',
      title: 'Overview',
      worksWithoutDatabase: true,
      movedFrom: ['/project/$ref/observability'],
    },
    {
      path: '/project/$ref/reports/$id',
      title: 'Report',
      worksWithoutDatabase: true,
    },
  ],
  navigation: [
    {
      product: 'reports',
      label: 'Overview',
      to: '/project/$ref/reports',
      keywords: ['observability', 'metrics', 'health', 'charts', 'monitoring'],
      // The pages of the services are one route, of which each has an entry.
      alsoCurrentOn: ['/project/$ref/reports/$id'],
    },
    ...REPORT_PAGES.map(({ slug, title, keywords }): NavigationEntry => ({
      product: 'reports',
      heading: 'Services',
      label: title,
      to: `/project/$ref/reports/${slug}`,
      keywords: ['observability', 'report', 'metrics', ...keywords],
    })),
  ],
  listedPages: {
    product: 'reports',
    path: '/project/$ref/reports/$id',
    label: 'Report',
    load: async () => (await import('./custom/report-list.tsx')).ReportList,
  },
  actions: [
    {
      id: 'new-report',
      title: 'New report',
      group: 'actions',
      scope: 'project',
      keywords: ['custom', 'dashboard', 'create', 'chart'],
      to: '/project/$ref/reports/new',
      needs: { ability: 'content:write' },
    },
  ],
  searches: [
    {
      id: 'reports',
      heading: 'Reports',
      scopes: ['project'],
      read: async (from) => (await import('./custom/palette.ts')).readReports(from),
    },
  ],
}
