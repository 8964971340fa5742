import { ScrollText, Users } from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'

export const auth: Room = {
  name: 'auth',
  pages: [
    {
      path: '/project/$ref/settings/auth',
      title: 'Auth settings',
      worksWithoutDatabase: true,
    },
    { path: '/project/$ref/auth/users', title: 'Users', movedFrom: ['/project/$ref/auth'] },
    { path: '/project/$ref/auth/audit-logs', title: 'Auth audit log' },
  ],
  navigation: [
    {
      scope: 'project',
      group: 'auth',
      label: 'Users',
      icon: Users,
      to: '/project/$ref/auth/users',
      needs: { ability: 'auth:read' },
    },
    {
      scope: 'project',
      group: 'auth',
      label: 'Audit log',
      icon: ScrollText,
      to: '/project/$ref/auth/audit-logs',
      needs: { ability: 'auth:read' },
    },
  ],
  actions: [
    {
      id: 'new-user',
      title: 'New user',
      group: 'actions',
      scope: 'project',
      keywords: ['create', 'add', 'auth', 'account'],
      to: '/project/$ref/auth/users?panel=new',
      needs: { ability: 'auth:write' },
    },
    {
      id: 'invite-user',
      title: 'Invite user',
      group: 'actions',
      scope: 'project',
      keywords: ['auth', 'email', 'account'],
      to: '/project/$ref/auth/users?panel=invite',
      needs: { ability: 'auth:write' },
    },
  ],
  settings: [
    {
      label: 'Auth',
      to: '/project/$ref/settings/auth',
      keywords: [
        'sign-up',
        'sign-in',
        'password',
        'email',
        'site url',
        'redirect',
        'mfa',
        'session',
      ],
    },
  ],
}
