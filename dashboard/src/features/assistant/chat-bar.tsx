import { ChevronDown, Plus } from 'lucide-react'
import { useState } from 'react'
import {
  useAssistantState,
  useAssistantStore,
} from '../../components/assistant/use-assistant-store.ts'
import { RenameDialog } from '../../components/documents/rename-dialog.tsx'
import {
  activateChat,
  clearMessages,
  deleteChat,
  newChat,
  renameChat,
  sortedChats,
  type Chat,
} from '../../data/local/assistant/chats.ts'
import { randomId } from '../../lib/random-id.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { ActionsMenu } from '../../ui/menus/actions-menu.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '../../ui/menus/dropdown-menu.tsx'

type ChatBarProps = { chat: Chat; onSwitch: () => void }

/** The name of the open chat, the other chats of the project, and what can be done with the open one. */
export function ChatBar({ chat, onSwitch }: ChatBarProps) {
  const store = useAssistantStore()
  const state = useAssistantState()
  const [isRenaming, setIsRenaming] = useState(false)
  const now = () => Date.now()
  const add = () => {
    onSwitch()
    store.change((all) => newChat(all, { id: randomId(), now: now() }))
  }
  const remove = () => {
    onSwitch()
    store.change((all) => {
      const rest = deleteChat(all, chat.id)
      return rest.activeChatId === undefined ? newChat(rest, { id: randomId(), now: now() }) : rest
    })
  }
  return (
    <div className="flex items-center gap-1 border-b px-3 py-1.5">
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" className="min-w-0 shrink" aria-label={`Chat: ${chat.name}`}>
            <span className="truncate">{chat.name}</span>
            <ChevronDown className="size-3.5 shrink-0" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          <DropdownMenuRadioGroup
            value={chat.id}
            onValueChange={(id) => {
              onSwitch()
              store.change((all) => activateChat(all, id))
            }}
          >
            {sortedChats(state).map(({ id, name }) => (
              <DropdownMenuRadioItem key={id} value={id}>
                <span className="max-w-72 truncate">{name}</span>
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
        </DropdownMenuContent>
      </DropdownMenu>
      <div className="ml-auto flex shrink-0 items-center gap-1">
        <IconButton label="New chat" onClick={add}>
          <Plus />
        </IconButton>
        <ActionsMenu subject={chat.name}>
          <DropdownMenuItem onSelect={() => setIsRenaming(true)}>Rename</DropdownMenuItem>
          <DropdownMenuItem
            disabled={chat.messages.length === 0}
            onSelect={() => {
              onSwitch()
              store.change((all) => clearMessages(all, now()))
            }}
          >
            Clear messages
          </DropdownMenuItem>
          <DropdownMenuItem variant="danger" onSelect={remove}>
            Delete chat
          </DropdownMenuItem>
        </ActionsMenu>
      </div>
      {isRenaming && (
        <RenameDialog
          name={chat.name}
          noun="chat"
          onClose={() => setIsRenaming(false)}
          onRename={(name) =>
            store.change((all) => renameChat(all, name, { id: chat.id, now: now() }))
          }
        />
      )}
    </div>
  )
}
