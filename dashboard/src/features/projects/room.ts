import { House, Settings } from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'

export const projects: Room = {
  name: 'projects',
  pages: [
    { path: '/new/$slug', title: 'New project' },
    { path: '/project/$ref', title: 'Home', worksWithoutDatabase: true },
    { path: '/project/$ref/settings', title: 'Settings', worksWithoutDatabase: true },
    {
      path: '/project/$ref/settings/general',
      title: 'General settings',
      worksWithoutDatabase: true,
    },
    {
      path: '/project/$ref/settings/database',
      title: 'Database settings',
      worksWithoutDatabase: true,
    },
  ],
  navigation: [
    { scope: 'project', group: 'start', label: 'Home', icon: House, to: '/project/$ref' },
    {
      scope: 'project',
      group: 'settings',
      label: 'Settings',
      icon: Settings,
      to: '/project/$ref/settings',
      includesChildren: true,
    },
  ],
  settings: [
    { label: 'General', to: '/project/$ref/settings/general' },
    { label: 'Database', to: '/project/$ref/settings/database' },
  ],
}
