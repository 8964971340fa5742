import type { Room } from '../../components/rooms/room.ts'

export const billing: Room = {
  name: 'billing',
  needs: { capability: 'billing:read' },
  pages: [
    { path: '/org/$slug/billing', title: 'Billing' },
    { path: '/org/$slug/usage', title: 'Usage' },
    { path: '/pricing', title: 'Pricing' },
  ],
  navigation: [
    {
      product: 'organization',
      label: 'Billing',
      to: '/org/$slug/billing',
      keywords: ['plan', 'invoices', 'spend cap'],
    },
    {
      product: 'organization',
      label: 'Usage',
      to: '/org/$slug/usage',
      keywords: ['quota', 'egress', 'active users', 'overage'],
    },
  ],
  actions: [
    {
      id: 'pricing',
      title: 'Pricing',
      group: 'pages',
      to: '/pricing',
      keywords: ['plans', 'prices', 'compare'],
      isSearchedOnly: true,
      needs: { capability: 'plans:sold' },
    },
  ],
}
