import type { Room } from '../../components/rooms/room.ts'
import { settingsSource } from '../../components/settings/settings-source.ts'

export const auth: Room = {
  name: 'auth',
  pages: [
    {
      path: '/project/$ref/auth/settings',
      title: 'Settings',
      worksWithoutDatabase: true,
      movedFrom: [
        '/project/$ref/settings/auth',
        '/project/$ref/auth/url-configuration',
        '/project/$ref/auth/sessions',
      ],
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
      title: 'Multi-factor',
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
    { path: '/project/$ref/auth/hooks', title: 'Hooks', worksWithoutDatabase: true },
    { path: '/project/$ref/auth/overview', title: 'Overview' },
    { path: '/project/$ref/auth/users', title: 'Users', movedFrom: ['/project/$ref/auth'] },
    { path: '/project/$ref/auth/audit-logs', title: 'Audit log' },
  ],
  navigation: [
    {
      product: 'auth',
      label: 'Users',
      to: '/project/$ref/auth/users',
      needs: { ability: 'auth:read' },
    },
    {
      product: 'auth',
      label: 'Overview',
      to: '/project/$ref/auth/overview',
      keywords: ['metrics', 'charts', 'sign-ups'],
      needs: { ability: 'auth:read' },
    },
    {
      product: 'auth',
      label: 'Audit log',
      to: '/project/$ref/auth/audit-logs',
      needs: { ability: 'auth:read' },
    },
    {
      product: 'auth',
      heading: 'Configuration',
      label: 'Sign-in methods',
      to: '/project/$ref/auth/providers',
      keywords: ['providers', 'oauth', 'google', 'github', 'phone', 'magic link', 'single sign-on'],
      includesChildren: true,
      needs: { ability: 'project:read' },
    },
    {
      product: 'auth',
      heading: 'Configuration',
      label: 'Settings',
      to: '/project/$ref/auth/settings',
      keywords: [
        'sign-up',
        'confirm email',
        'password rules',
        'url configuration',
        'site url',
        'redirect urls',
        'sessions',
      ],
      needs: { ability: 'project:read' },
    },
    {
      product: 'auth',
      heading: 'Configuration',
      label: 'Emails',
      to: '/project/$ref/auth/templates',
      keywords: ['templates', 'smtp', 'mail server'],
      needs: { ability: 'project:read' },
    },
    {
      product: 'auth',
      heading: 'Configuration',
      label: 'Multi-factor',
      to: '/project/$ref/auth/mfa',
      keywords: ['mfa', 'two-factor', 'authentication', 'totp', 'passkeys'],
      needs: { ability: 'project:read' },
    },
    {
      product: 'auth',
      heading: 'Configuration',
      label: 'Attack protection',
      to: '/project/$ref/auth/protection',
      keywords: ['rate limits', 'captcha'],
      needs: { ability: 'project:read' },
    },
    {
      product: 'auth',
      heading: 'Configuration',
      label: 'Hooks',
      to: '/project/$ref/auth/hooks',
      keywords: ['auth hooks', 'custom access token'],
      needs: { ability: 'project:read' },
    },
    {
      product: 'auth',
      heading: 'Configuration',
      label: 'OAuth server',
      to: '/project/$ref/auth/oauth-server',
      keywords: ['oauth apps', 'clients'],
      needs: { ability: 'project:read' },
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
  notices: [
    {
      code: 'emails_unconfirmed',
      label: 'Require confirmation',
      to: '/project/$ref/auth/settings',
    },
    { code: 'site_url_default', label: 'Set the site URL', to: '/project/$ref/auth/settings' },
  ],
  searches: [
    settingsSource(
      '/project/$ref/auth/settings',
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
