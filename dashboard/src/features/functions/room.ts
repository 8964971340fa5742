import type { Room } from '../../components/rooms/room.ts'

export const functions: Room = {
  name: 'functions',
  pages: [
    { path: '/project/$ref/functions', title: 'Edge functions' },
    { path: '/project/$ref/functions/new', title: 'New function' },
    { path: '/project/$ref/functions/secrets', title: 'Secrets' },
    { path: '/project/$ref/functions/deployed/$slug', title: 'Edge function' },
  ],
  navigation: [
    {
      product: 'functions',
      label: 'Edge functions',
      to: '/project/$ref/functions',
      keywords: ['deno', 'serverless'],
      alsoCurrentOn: ['/project/$ref/functions/new', '/project/$ref/functions/deployed/$slug'],
      needs: { ability: 'functions:read' },
    },
    {
      product: 'functions',
      label: 'Secrets',
      to: '/project/$ref/functions/secrets',
      keywords: ['function secrets', 'environment variables'],
      needs: { ability: 'secrets:read' },
    },
  ],
  actions: [
    {
      id: 'new-function',
      title: 'New edge function',
      group: 'actions',
      scope: 'project',
      keywords: ['create', 'deploy', 'deno', 'typescript', 'serverless'],
      to: '/project/$ref/functions/new',
      needs: { ability: 'functions:write' },
    },
  ],
}
