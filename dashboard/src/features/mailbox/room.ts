import { Inbox } from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'

export const mailbox: Room = {
  name: 'mailbox',
  pages: [
    { path: '/project/$ref/mailbox', title: 'Mailbox' },
    { path: '/account/mailbox', title: 'Mailbox' },
  ],
  navigation: [
    {
      scope: 'project',
      group: 'auth',
      label: 'Mailbox',
      icon: Inbox,
      to: '/project/$ref/mailbox',
      needs: { ability: 'mailbox:read' },
    },
    {
      scope: 'account',
      group: 'home',
      label: 'Mailbox',
      icon: Inbox,
      to: '/account/mailbox',
      needs: { capability: 'installation:operate' },
    },
  ],
  notices: [{ code: 'no_mail_server', label: 'View emails', to: '/project/$ref/mailbox' }],
}
