import { Sparkles } from 'lucide-react'
import { ASSISTANT_PANEL } from '../../components/assistant/assistant-search.ts'
import type { Room } from '../../components/rooms/room.ts'

export const assistant: Room = {
  name: 'assistant',
  pages: [{ path: '/org/$slug/assistant', title: 'Assistant' }],
  navigation: [
    {
      product: 'organization',
      label: 'Assistant',
      to: '/org/$slug/assistant',
      keywords: ['ai', 'model', 'provider', 'openai', 'anthropic', 'ollama', 'privacy', 'opt in'],
    },
  ],
  panels: [
    {
      parameter: ASSISTANT_PANEL.parameter,
      closedBy: ASSISTANT_PANEL.closedBy,
      title: 'Assistant',
      load: async () => (await import('./assistant-panel.tsx')).AssistantPanel,
      opener: {
        title: 'Assistant',
        keywords: ['ai', 'chat', 'ask', 'help'],
        shortcut: 'Mod+I',
        first: ASSISTANT_PANEL.first,
        toggles: true,
        icon: Sparkles,
      },
    },
  ],
}
