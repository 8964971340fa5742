import { KeyRound, Mail, ScrollText, ShieldCheck, Users, Webhook } from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'

export const auth: Room = {
  name: 'auth',
  pages: [
    {
      path: '/project/$ref/settings/auth',
      title: 'Auth settings',
      worksWithoutDatabase: true,
      movedFrom: [
        '/project/$ref/auth/url-configuration',
        '/project/$ref/auth/sessions',
        '/project/$ref/auth/mfa',
      ],
    },
    {
      path: '/project/$ref/auth/providers',
      title: 'Sign-in methods',
      worksWithoutDatabase: true,
    },
    {
      path: '/project/$ref/auth/templates',
      title: 'Emails',
      worksWithoutDatabase: true,
      movedFrom: ['/project/$ref/auth/smtp'],
    },
    {
      path: '/project/$ref/auth/protection',
      title: 'Attack protection',
      worksWithoutDatabase: true,
      movedFrom: ['/project/$ref/auth/rate-limits'],
    },
    { path: '/project/$ref/auth/hooks', title: 'Auth hooks', worksWithoutDatabase: true },
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
      label: 'Sign-in methods',
      icon: KeyRound,
      to: '/project/$ref/auth/providers',
      needs: { ability: 'project:read' },
    },
    {
      scope: 'project',
      group: 'auth',
      label: 'Emails',
      icon: Mail,
      to: '/project/$ref/auth/templates',
      needs: { ability: 'project:read' },
    },
    {
      scope: 'project',
      group: 'auth',
      label: 'Attack protection',
      icon: ShieldCheck,
      to: '/project/$ref/auth/protection',
      needs: { ability: 'project:read' },
    },
    {
      scope: 'project',
      group: 'auth',
      label: 'Hooks',
      icon: Webhook,
      to: '/project/$ref/auth/hooks',
      needs: { ability: 'project:read' },
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
