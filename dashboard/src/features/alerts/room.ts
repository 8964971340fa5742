import type { NavigationEntry, Room } from '../../components/rooms/room.ts'

const PAGES = [
  { path: '/project/$ref/alerts', title: 'Alerts', keywords: ['rules', 'thresholds', 'notify'] },
  {
    path: '/project/$ref/alerts/queries',
    title: 'Scheduled queries',
    keywords: ['cron', 'sql', 'csv'],
  },
  {
    path: '/project/$ref/alerts/channels',
    title: 'Alert channels',
    keywords: ['slack', 'discord', 'teams', 'email', 'webhook'],
  },
  { path: '/project/$ref/alerts/history', title: 'Alert history', keywords: ['events'] },
] as const

export const alerts: Room = {
  name: 'alerts',
  needs: { ability: 'alerts:read' },
  pages: PAGES.map(({ path, title }) => ({ path, title })),
  navigation: PAGES.map(({ path, title, keywords }): NavigationEntry => ({
    product: 'reports',
    heading: 'Alerts',
    label: title,
    to: path,
    keywords,
  })),
  actions: [
    {
      id: 'new-alert',
      title: 'New alert',
      group: 'actions',
      scope: 'project',
      keywords: ['create', 'add', 'alert', 'rule', 'threshold'],
      to: '/project/$ref/alerts?panel=new',
      needs: { ability: 'alerts:write' },
    },
  ],
}
