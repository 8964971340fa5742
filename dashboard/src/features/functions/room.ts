import { KeyRound, SquareFunction } from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'

export const functions: Room = {
  name: 'functions',
  pages: [
    { path: '/project/$ref/functions', title: 'Edge functions' },
    { path: '/project/$ref/functions/new', title: 'New function' },
    { path: '/project/$ref/functions/secrets', title: 'Function secrets' },
    { path: '/project/$ref/functions/deployed/$slug', title: 'Edge function' },
  ],
  navigation: [
    {
      scope: 'project',
      group: 'functions',
      label: 'Edge functions',
      icon: SquareFunction,
      to: '/project/$ref/functions',
      alsoCurrentOn: ['/project/$ref/functions/new', '/project/$ref/functions/deployed/$slug'],
      needs: { ability: 'functions:read' },
    },
    {
      scope: 'project',
      group: 'functions',
      label: 'Secrets',
      icon: KeyRound,
      to: '/project/$ref/functions/secrets',
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
