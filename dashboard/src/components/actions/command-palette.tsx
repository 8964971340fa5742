import { Dialog as Primitive } from 'radix-ui'
import { useMemo, useState } from 'react'
import { useAccountId } from '../../data/client/client-context.ts'
import { useFocusReturn } from '../../lib/use-focus-return.ts'
import { useSetting } from '../../lib/use-setting.ts'
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from '../../ui/menus/command.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import type { ProductArea } from '../shell/use-place.ts'
import { createPaletteSearch, RECENT, type PaletteItem } from './palette-search.ts'
import { usePaletteItems } from './use-palette-items.ts'

type CommandPaletteProps = {
  place: ProductArea
  open: boolean
  onOpenChange: (open: boolean) => void
}

const NAME = 'Search and actions'
const MOST_KEPT = 20
const NONE: readonly string[] = []
const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** Searches everything that has a name, and every action of the open page. */
export function CommandPalette({ place, open, onOpenChange }: CommandPaletteProps) {
  const returnFocus = useFocusReturn(open)
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-fade-in bg-scrim" />
        <Primitive.Content
          data-slot="command-palette"
          onCloseAutoFocus={returnFocus}
          aria-describedby={undefined}
          className="fixed top-[14dvh] left-1/2 z-50 flex max-h-[60dvh] w-[calc(100%-2rem)] max-w-xl -translate-x-1/2 flex-col rounded-lg border bg-raised shadow-float outline-none"
        >
          <Primitive.Title className="sr-only">{NAME}</Primitive.Title>
          <Results place={place} onClose={() => onOpenChange(false)} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

function Results({ place, onClose }: { place: ProductArea; onClose: () => void }) {
  const { items, isLoading, failed } = usePaletteItems(place)
  const [query, setQuery] = useState('')
  const [recent, setRecent] = useSetting(
    `stoa.palette-recent.${useAccountId() ?? ''}`,
    NONE,
    isTextList,
  )
  const search = useMemo(() => createPaletteSearch(items), [items])
  const groups = useMemo(() => search(query, recent), [search, query, recent])
  const count = groups.reduce((sum, group) => sum + group.items.length, 0)
  // The best result is selected until the user moves the selection, whenever results arrive.
  const [moved, setMoved] = useState<{ query: string; id: string }>()
  const isMoved =
    moved?.query === query && groups.some((group) => group.items.some(({ id }) => id === moved.id))
  const selected = isMoved ? moved.id : (groups[0]?.items[0]?.id ?? '')
  const choose = (item: PaletteItem) => {
    setRecent([item.id, ...recent.filter((id) => id !== item.id)].slice(0, MOST_KEPT))
    onClose()
    item.run()
  }
  return (
    <Command
      loop
      shouldFilter={false}
      label={NAME}
      value={selected}
      onValueChange={(id) => setMoved({ query, id })}
    >
      <CommandInput
        value={query}
        onValueChange={setQuery}
        placeholder="Search for pages, tables, settings or actions"
        className="h-11"
      />
      <CommandList label="Results" className="max-h-[50dvh]">
        <CommandEmpty>{isLoading ? 'Searching…' : `No results for “${query}”`}</CommandEmpty>
        {groups.map(({ heading, items: members }) => (
          <CommandGroup key={heading} heading={heading}>
            {members.map((item) => (
              <CommandItem key={item.id} value={item.id} onSelect={() => choose(item)}>
                <span className="min-w-0 truncate">{item.title}</span>{' '}
                {item.detail && (
                  <span className="min-w-0 truncate text-xs text-muted">{item.detail}</span>
                )}
                {heading === RECENT && !item.detail && (
                  <span aria-hidden className="text-xs text-muted">
                    {item.group}
                  </span>
                )}
                {item.shortcut && <Kbd shortcut={item.shortcut} className="ml-auto" />}
              </CommandItem>
            ))}
          </CommandGroup>
        ))}
      </CommandList>
      {failed.length > 0 && (
        <p className="border-t px-3 py-2 text-xs text-muted">
          Could not search {failed.join(', ').toLowerCase()}. Close and reopen to retry.
        </p>
      )}
      <p role="status" className="sr-only">
        {query !== '' && !isLoading && (count === 1 ? '1 result' : `${count} results`)}
      </p>
    </Command>
  )
}
