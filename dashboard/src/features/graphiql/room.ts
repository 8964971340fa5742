import { Braces } from 'lucide-react'
import { DOCS_PANEL } from '../../components/api-docs/docs-panel-search.ts'
import type { Room } from '../../components/rooms/room.ts'

export const graphiql: Room = {
  name: 'graphiql',
  needs: { ability: 'database:write' },
  pages: [
    {
      path: '/project/$ref/api/graphiql',
      title: 'GraphiQL',
      movedFrom: ['/project/$ref/integrations/graphiql'],
    },
    { path: '/project/$ref/database/graphiql', title: 'GraphiQL' },
  ],
  // While the preview of the API docs panel is on, GraphiQL is a separate database page; otherwise
  // it is part of the API docs.
  navigation: [
    {
      scope: 'project',
      group: 'database',
      label: 'GraphiQL',
      icon: Braces,
      to: '/project/$ref/database/graphiql',
      needs: { preview: { key: DOCS_PANEL.preview, isOn: true } },
    },
  ],
  actions: [
    {
      id: 'graphiql',
      title: 'GraphiQL',
      group: 'pages',
      scope: 'project',
      keywords: ['graphql', 'query', 'schema'],
      to: '/project/$ref/api/graphiql',
      needs: { preview: { key: DOCS_PANEL.preview, isOn: false } },
    },
  ],
}
