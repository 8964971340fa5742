import {
  Activity,
  AppWindow,
  Fingerprint,
  KeyRound,
  Mail,
  ScrollText,
  ShieldCheck,
  Users,
  Webhook,
} from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'
import { settingsSource } from '../../components/settings/settings-source.ts'

export const auth: Room = {
  name: 'auth',
  pages: [
    {
      path: '/project/$ref/settings/auth',
      title: 'Auth settings',
      worksWithoutDatabase: true,
      movedFrom: ['/project/$ref/auth/url-configuration', '/project/$ref/auth/sessions'],
    },
    {
      path: '/project/$ref/auth/providers',
      title: 'Sign-in methods',
      worksWithoutDatabase: true,
    },
    {
      path: '/project/$ref/auth/providers/$provider',
      title: 'Sign-in method',
      worksWithoutDatabase: true,
    },
    {
      path: '/project/$ref/auth/mfa',
      title: 'Multi-factor authentication',
      worksWithoutDatabase: true,
    },
    {
      path: '/project/$ref/auth/oauth-server',
      title: 'OAuth server',
      worksWithoutDatabase: true,
      movedFrom: ['/project/$ref/auth/oauth-apps'],
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
    { path: '/project/$ref/auth/overview', title: 'Auth overview' },
    { path: '/project/$ref/auth/users', title: 'Users', movedFrom: ['/project/$ref/auth'] },
    { path: '/project/$ref/auth/audit-logs', title: 'Auth audit log' },
  ],
  navigation: [
    {
      scope: 'project',
      group: 'auth',
      label: 'Overview',
      icon: Activity,
      to: '/project/$ref/auth/overview',
      needs: { ability: 'auth:read' },
    },
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
      includesChildren: true,
      needs: { ability: 'project:read' },
    },
    {
      scope: 'project',
      group: 'auth',
      label: 'Multi-factor',
      icon: Fingerprint,
      to: '/project/$ref/auth/mfa',
      needs: { ability: 'project:read' },
    },
    {
      scope: 'project',
      group: 'auth',
      label: 'OAuth server',
      icon: AppWindow,
      to: '/project/$ref/auth/oauth-server',
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
      keywords: ['sign-up', 'sign-in', 'password', 'email', 'site url', 'redirect', 'session'],
    },
  ],
  notices: [
    {
      code: 'emails_unconfirmed',
      label: 'Require confirmation',
      to: '/project/$ref/settings/auth',
    },
    { code: 'site_url_default', label: 'Set the site URL', to: '/project/$ref/settings/auth' },
  ],
  searches: [
    settingsSource(
      '/project/$ref/settings/auth',
      async () => (await import('./settings/auth-settings.tsx')).authPage,
    ),
    settingsSource(
      '/project/$ref/auth/providers',
      async () => (await import('./settings/sign-in-methods.tsx')).signInPage,
    ),
    settingsSource(
      '/project/$ref/auth/mfa',
      async () => (await import('./settings/multi-factor.tsx')).multiFactorPage,
    ),
    settingsSource(
      '/project/$ref/auth/protection',
      async () => (await import('./settings/protection.tsx')).protectionPage,
    ),
    settingsSource(
      '/project/$ref/auth/templates',
      async () => (await import('./emails/emails-page.tsx')).emailsPage,
    ),
    settingsSource(
      '/project/$ref/auth/oauth-server',
      async () => (await import('./oauth-server/oauth-server-page.tsx')).oauthServerPage,
    ),
    settingsSource(
      '/project/$ref/auth/hooks',
      async () => (await import('./settings/hooks.tsx')).hooksPage,
    ),
  ],
}
