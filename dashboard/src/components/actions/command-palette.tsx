import { Dialog as Primitive } from 'radix-ui'
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from '../../ui/command.tsx'
import { useFocusReturn } from '../../lib/use-focus-return.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { useActions, type Action } from './actions.tsx'

type CommandPaletteProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** A searchable list of every action of the open page. */
export function CommandPalette({ open, onOpenChange }: CommandPaletteProps) {
  const actions = useActions()
  const returnFocus = useFocusReturn(open)
  const run = (action: Action) => {
    onOpenChange(false)
    action.run()
  }
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-fade-in bg-scrim" />
        <Primitive.Content
          data-slot="command-palette"
          onCloseAutoFocus={returnFocus}
          aria-describedby={undefined}
          className="fixed top-[14dvh] left-1/2 z-50 flex max-h-[60dvh] w-[calc(100%-2rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-lg border bg-raised shadow-float outline-none"
        >
          <Primitive.Title className="sr-only">Search and actions</Primitive.Title>
          <Command loop>
            <CommandInput placeholder="Search projects, pages and actions" className="h-11" />
            <CommandList className="max-h-[50dvh]">
              <CommandEmpty>Nothing matches</CommandEmpty>
              {grouped(actions).map(([group, members]) => (
                <CommandGroup key={group} heading={group}>
                  {members.map((action) => (
                    <CommandItem
                      key={action.id}
                      value={action.id}
                      keywords={[action.title, ...(action.keywords ?? [])]}
                      onSelect={() => run(action)}
                    >
                      <span className="truncate">{action.title}</span>
                      {action.shortcut && <Kbd shortcut={action.shortcut} className="ml-auto" />}
                    </CommandItem>
                  ))}
                </CommandGroup>
              ))}
            </CommandList>
          </Command>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

function grouped(actions: readonly Action[]): [string, Action[]][] {
  const groups = new Map<string, Action[]>()
  for (const action of actions) {
    const group = action.group ?? 'This page'
    groups.set(group, [...(groups.get(group) ?? []), action])
  }
  return [...groups]
}
