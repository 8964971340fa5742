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
      path: '/project/$ref/reports/$area',
      title: 'Report of a service',
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
      alsoCurrentOn: ['/project/$ref/reports/$area'],
    },
    ...REPORT_PAGES.map(({ slug, title, keywords }): NavigationEntry => ({
      product: 'reports',
      heading: 'Services',
      label: title,
      to: `/project/$ref/reports/${slug}`,
      keywords: ['observability', 'report', 'metrics', ...keywords],
    })),
  ],
}
