import { useNavigate, useSearch } from '@tanstack/react-router'
import { isRecord } from '../../data/client/http.ts'
import { useHasLeft } from './use-has-left.ts'

type OpenPanel<Kind> = {
  kind: Kind
  /** The record that the panel shows, empty for one that shows none. */
  id: string
}

/**
 * The open panel of a list, which is part of the URL: a reload, Back, and a shared link show it
 * too. `panel` in the URL is one of the kinds, and `item` is the record. Opening a panel adds an
 * entry to the history, and closing it replaces that entry.
 */
export function useOpenPanel<const Kind extends string>(kinds: readonly Kind[]) {
  const navigate = useNavigate()
  const hasLeft = useHasLeft()
  // Text, because the router compares what is selected by its identity.
  const kind = useSearch({ strict: false, select: (search: unknown) => textOf(search, 'panel') })
  const id = useSearch({ strict: false, select: (search: unknown) => textOf(search, 'item') })
  const found = kinds.find((each) => each === kind)
  const go = (next: { panel?: Kind; item?: string }, replace: boolean) => {
    if (hasLeft()) return
    const changed: Record<string, string | undefined> = { panel: next.panel, item: next.item }
    void navigate({
      to: '.',
      search: (search) => ({ ...search, ...changed }),
      replace,
      resetScroll: false,
    })
  }
  const panel: OpenPanel<Kind> | undefined = found && { kind: found, id }
  return {
    panel,
    open: (next: Kind, item?: string | number) =>
      go({ panel: next, ...(item !== undefined && { item: String(item) }) }, false),
    close: () => go({}, true),
  }
}

function textOf(search: unknown, name: string): string {
  const value = isRecord(search) ? search[name] : undefined
  return typeof value === 'string' ? value : ''
}
