import { PartyPopper } from 'lucide-react'
import type { Room } from '../src/components/rooms/room.ts'

/** A feature that uses every field of `Room`. Its actions pass their name to `ran`. */
export const exampleRoom = (ran: (action: string) => void): Required<Room> => ({
  name: 'greetings',
  needs: { capability: 'support:create' },
  pages: [
    {
      path: '/project/$ref/greetings',
      title: 'Greetings',
      movedFrom: ['/project/$ref/hello'],
    },
    {
      path: '/project/$ref/settings/greetings',
      title: 'Settings',
      worksWithoutDatabase: true,
    },
    { path: '/org/$slug/greetings', title: 'Greetings' },
    { path: '/account/greetings', title: 'Greetings' },
  ],
  navigation: [
    {
      product: 'database',
      heading: 'Kinds',
      label: 'Greetings',
      to: '/project/$ref/greetings',
      keywords: ['salutations'],
      includesChildren: true,
      alsoCurrentOn: ['/project/$ref/farewells', '/project/$ref/own-greetings/$name'],
      needs: { ability: 'database:read' },
    },
    {
      product: 'home',
      label: 'Greeting panel',
      to: '/project/$ref/greetings/panel',
      panel: { preview: 'greeting-panel', parameter: 'greeting', first: 'hello' },
    },
    {
      product: 'database',
      label: 'Settings',
      to: '/project/$ref/settings/greetings',
      keywords: ['welcome'],
      needs: { preview: { key: 'greetings', isOn: true } },
    },
    { product: 'organization', label: 'Greetings of all projects', to: '/org/$slug/greetings' },
    { product: 'organization', label: 'Billing', to: '/org/$slug/greetings/billing' },
    { product: 'account', label: 'My greetings', to: '/account/greetings' },
    { product: 'account', label: 'Tokens', to: '/account/greetings/tokens' },
  ],
  listedPages: {
    product: 'database',
    path: '/project/$ref/own-greetings/$name',
    label: 'Own greeting',
    load: async () => (await import('./example-list.tsx')).ExampleList,
  },
  panels: [
    {
      parameter: 'greeting',
      title: 'Greeting',
      load: async () => (await import('./example-panel.tsx')).ExamplePanel,
    },
  ],
  accountMenu: [
    { group: 'account', label: 'My greetings', icon: PartyPopper, to: '/account/greetings' },
    { group: 'help', label: 'Ask for a greeting', icon: PartyPopper, to: '/account/greetings' },
  ],
  actions: [
    {
      id: 'greet',
      title: 'Greet the project',
      group: 'pages',
      scope: 'project',
      keywords: ['hello'],
      shortcut: 'N',
      run: ({ place }) => ran(`greet ${place.kind === 'project' ? place.ref : ''}`),
    },
    {
      id: 'wave',
      title: 'Wave',
      group: 'help',
      shortcut: 'W',
      isListed: false,
      run: () => ran('wave'),
    },
    {
      id: 'whisper',
      title: 'Whisper',
      group: 'actions',
      isSearchedOnly: true,
      to: '/account/greetings',
      needs: { ability: 'database:read' },
    },
    { id: 'greetings', title: 'Show my greetings', group: 'account', to: '/account/greetings' },
  ],
  notices: [
    {
      code: 'default_greeting',
      label: 'Choose a greeting',
      to: '/project/$ref/settings/greetings',
    },
  ],
  searches: [
    {
      id: 'languages',
      heading: 'Languages',
      isListed: true,
      read: async () => [
        { id: 'en', title: 'English', keywords: ['british'], to: '/account/greetings' },
      ],
    },
    {
      id: 'phrases',
      heading: 'Phrases',
      scopes: ['project'],
      needs: { ability: 'database:read' },
      read: async ({ projectRef }) =>
        ['Good morning', 'Good night'].map((title) => ({
          id: title,
          title,
          detail: 'English',
          to: `/project/${projectRef}/greetings?phrase=${title}`,
        })),
    },
  ],
})
