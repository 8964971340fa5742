import { DOCS_PANEL } from '../../components/api-docs/docs-panel-search.ts'
import type { Room } from '../../components/rooms/room.ts'

export const apiDocs: Room = {
  name: 'api-docs',
  needs: { ability: 'database:read' },
  pages: [
    { path: '/project/$ref/api', title: 'API docs' },
    { path: '/project/$ref/api/authentication', title: 'Authentication' },
    { path: '/project/$ref/api/types', title: 'Generated types' },
    { path: '/project/$ref/api/tables/$name', title: 'API docs of a table' },
    { path: '/project/$ref/api/functions/$name', title: 'API docs of a function' },
  ],
  panels: [
    {
      parameter: DOCS_PANEL.parameter,
      title: 'API docs',
      load: async () => (await import('./api-docs-panel.tsx')).ApiDocsPanel,
    },
  ],
  navigation: [
    {
      product: 'apiDocs',
      label: 'API docs',
      to: '/project/$ref/api',
      keywords: ['rest', 'reference', 'generated types', 'typescript'],
      includesChildren: true,
      panel: DOCS_PANEL,
    },
  ],
  searches: [
    {
      id: 'functions',
      heading: 'Database functions',
      scopes: ['project'],
      read: async (from) => (await import('./palette.ts')).readFunctions(from),
    },
  ],
}
