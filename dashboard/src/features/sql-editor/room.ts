import { SquareTerminal } from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'
import { INLINE_PANEL, RUNNING_PANEL } from '../../components/sql-editor/panels-search.ts'

export const sqlEditor: Room = {
  name: 'sql-editor',
  needs: { ability: 'database:read' },
  pages: [
    { path: '/project/$ref/sql', title: 'SQL editor' },
    { path: '/project/$ref/sql/$id', title: 'SQL editor' },
    { path: '/project/$ref/sql/notebooks/$id', title: 'Notebook' },
  ],
  navigation: [
    {
      product: 'sqlEditor',
      label: 'SQL editor',
      to: '/project/$ref/sql',
      keywords: ['queries', 'notebooks'],
      includesChildren: true,
    },
  ],
  panels: [
    {
      parameter: INLINE_PANEL.parameter,
      title: 'SQL',
      load: async () => (await import('./inline/inline-panel.tsx')).InlinePanel,
      opener: {
        title: 'Run SQL beside this page',
        keywords: ['inline', 'sql', 'query'],
        shortcut: 'Mod+E',
        first: INLINE_PANEL.first,
        icon: SquareTerminal,
      },
    },
    {
      parameter: RUNNING_PANEL.parameter,
      title: 'Running queries',
      load: async () => (await import('./running/running-panel.tsx')).RunningPanel,
      opener: {
        title: 'Running queries',
        keywords: ['active', 'sessions', 'locks', 'cancel', 'terminate'],
        first: RUNNING_PANEL.first,
      },
    },
  ],
  actions: [
    {
      id: 'new-query',
      title: 'New query',
      group: 'actions',
      scope: 'project',
      keywords: ['create', 'sql'],
      to: '/project/$ref/sql/new',
    },
    {
      id: 'new-notebook',
      title: 'New notebook',
      group: 'actions',
      scope: 'project',
      keywords: ['create', 'sql', 'markdown', 'report'],
      to: '/project/$ref/sql/notebooks/new',
    },
  ],
  searches: [
    {
      id: 'queries',
      heading: 'Saved queries',
      scopes: ['project'],
      read: async (from) => (await import('./palette.ts')).readQueries(from),
    },
  ],
}
