import type { Room } from '../../components/rooms/room.ts'

export const queryPerformance: Room = {
  name: 'query-performance',
  needs: { ability: 'query_performance:read' },
  pages: [
    {
      path: '/project/$ref/advisors/query-performance',
      title: 'Query performance',
      movedFrom: ['/project/$ref/observability/query-performance'],
    },
  ],
  navigation: [
    {
      product: 'advisors',
      label: 'Query performance',
      to: '/project/$ref/advisors/query-performance',
      keywords: ['slow queries', 'pg_stat_statements', 'index advisor', 'statistics'],
    },
  ],
}
