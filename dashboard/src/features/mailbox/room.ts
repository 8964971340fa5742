import type { Room } from '../../components/rooms/room.ts'

export const mailbox: Room = {
  name: 'mailbox',
  pages: [
    { path: '/project/$ref/mailbox', title: 'Mailbox' },
    { path: '/installation/mailbox', title: 'Mailbox', movedFrom: ['/account/mailbox'] },
  ],
  navigation: [
    {
      product: 'auth',
      label: 'Mailbox',
      to: '/project/$ref/mailbox',
      needs: { ability: 'mailbox:read' },
    },
    {
      product: 'installation',
      label: 'Mailbox',
      to: '/installation/mailbox',
      needs: { capability: 'installation:operate' },
    },
  ],
  notices: [{ code: 'no_mail_server', label: 'View emails', to: '/project/$ref/mailbox' }],
}
