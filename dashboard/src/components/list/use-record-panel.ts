import { useState } from 'react'
import { useOpenPanel } from './use-open-panel.ts'

/** A panel that shows no record, or one with its record. */
type RecordPanel<Item, Alone extends string, Kind extends string> =
  | (Alone extends string ? { kind: Alone; item: undefined } : never)
  | (Kind extends string ? { kind: Kind; item: Item } : never)

type RecordPanels<Item, Alone, Kind> = {
  /** The panels that show no record, such as the one for a new record. */
  alone?: readonly Alone[]
  /** The panels of a record. */
  kinds: readonly Kind[]
  items: readonly Item[] | undefined
}

/**
 * The open panel of a list in the URL, with the record as it was when the panel opened: a form keeps
 * comparing with the values that its user has seen, although the list behind it is read again. The
 * panel of a record that is not in the list stays closed.
 */
export function useRecordPanel<
  Item extends { id: string | number },
  const Alone extends string = never,
  const Kind extends string = never,
>({ alone = [], kinds, items }: RecordPanels<Item, Alone, Kind>) {
  const { panel: named, open, close } = useOpenPanel([...alone, ...kinds])
  const [seen, setSeen] = useState<{ key: string; item: Item }>()
  const key = named ? `${named.kind} ${named.id}` : ''
  const isSeen = seen?.key === key
  const found = isSeen ? undefined : items?.find(({ id }) => String(id) === named?.id)
  if (seen && named === undefined) setSeen(undefined)
  if (found) setSeen({ key, item: found })
  const item = isSeen ? seen.item : found
  const single = alone.find((kind) => kind === named?.kind)
  const kind = kinds.find((each) => each === named?.kind)
  const ofRecord = kind !== undefined && item ? { kind, item } : undefined
  const panel = single === undefined ? ofRecord : { kind: single, item: undefined }
  return {
    // The compiler does not resolve the conditional types of a generic function.
    panel: panel as RecordPanel<Item, Alone, Kind> | undefined,
    open: (next: Alone | Kind, record?: Pick<Item, 'id'>) => open(next, record?.id),
    close,
  }
}
