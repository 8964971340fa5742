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
    { path: '/join', title: 'Invitation' },
    { path: '/logout', title: 'Sign out' },
    { path: '/account/me', title: 'Account' },
  ],
  navigation: [
    { scope: 'account', group: 'home', label: 'Account', icon: UserRound, to: '/account/me' },
  ],
  accountMenu: [{ group: 'account', label: 'Account', icon: UserRound, to: '/account/me' }],
}
