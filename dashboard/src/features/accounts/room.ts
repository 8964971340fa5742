import { UserRound } from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'

export const accounts: Room = {
  name: 'accounts',
  pages: [
    { path: '/setup', title: 'Set up' },
    { path: '/sign-up', title: 'Sign up' },
    { path: '/sign-in', title: 'Sign in' },
    { path: '/sign-in-mfa', title: 'Two-factor authentication' },
    { path: '/forgot-password', title: 'Forgot password' },
    { path: '/reset-password', title: 'Reset password' },
    { path: '/confirm-email', title: 'Confirm email' },
    { path: '/join', title: 'Invitation' },
    { path: '/logout', title: 'Sign out' },
    { path: '/account/me', title: 'Account', movedFrom: ['/account'] },
    { path: '/account/tokens', title: 'Access tokens' },
  ],
  navigation: [
    { product: 'account', label: 'Account', to: '/account/me', keywords: ['profile', 'password'] },
    { product: 'account', label: 'Access tokens', to: '/account/tokens' },
  ],
  accountMenu: [{ group: 'account', label: 'Account', icon: UserRound, to: '/account/me' }],
  actions: [
    {
      id: 'new-access-token',
      title: 'New access token',
      group: 'account',
      keywords: ['create', 'cli', 'command line', 'management api', 'personal'],
      to: '/account/tokens?panel=new',
    },
  ],
}
