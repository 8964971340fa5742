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
  // Each of the two addresses redirects to the other, depending on the preview of the API docs panel.
  navigation: [
    {
      product: 'integrations',
      label: 'GraphiQL',
      to: '/project/$ref/api/graphiql',
      keywords: ['graphql', 'query', 'schema'],
      alsoCurrentOn: ['/project/$ref/database/graphiql'],
    },
  ],
}
