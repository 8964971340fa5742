import type { Room } from '../../components/rooms/room.ts'

export const anonymization: Room = {
  name: 'anonymization',
  needs: { ability: 'branch:read' },
  pages: [{ path: '/project/$ref/anonymization', title: 'Anonymization' }],
  navigation: [
    {
      product: 'database',
      heading: 'Operations',
      label: 'Anonymization',
      to: '/project/$ref/anonymization',
      keywords: ['anonymize', 'mask', 'pseudonymize', 'personal data', 'privacy', 'gdpr', 'branch'],
    },
  ],
  actions: [],
}
