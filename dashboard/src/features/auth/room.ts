import type { Room } from '../../components/rooms/room.ts'

export const auth: Room = {
  name: 'auth',
  pages: [
    {
      path: '/project/$ref/settings/auth',
      title: 'Auth settings',
      worksWithoutDatabase: true,
      movedFrom: ['/project/$ref/auth/users'],
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
