import type { Room } from '../../components/rooms/room.ts'

export const branchReview: Room = {
  name: 'branch-review',
  needs: { ability: 'database:read' },
  pages: [{ path: '/project/$ref/branch-review', title: 'Review changes' }],
  navigation: [
    {
      product: 'database',
      heading: 'Operations',
      label: 'Review changes',
      to: '/project/$ref/branch-review',
      needs: { isBranch: true },
      keywords: ['branch', 'merge', 'diff', 'compare', 'rebase', 'schema', 'conflicts'],
    },
  ],
  actions: [],
}
