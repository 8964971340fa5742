import type { ObjectAddress } from '@stoa/contract/services/meta/object-changes'
import type { LockedBy } from '@stoa/contract/services/meta/objects'
import type { CommentCatalog } from '@stoa/contract/services/meta/query'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRecordPanel } from '../../../components/list/use-record-panel.ts'
import { QueryList } from '../../../components/list/query-list.tsx'
import {
  RecordTable,
  type RecordAction,
  type RecordColumn,
} from '../../../components/list/record-table.tsx'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { CommentSheet } from './comment-sheet.tsx'
import { RenameSheet } from './rename-sheet.tsx'

/** Why an object can't be changed, as a sentence. */
export const LOCKED: Readonly<Record<LockedBy, string>> = {
  extension: 'Belongs to an extension. Update or remove the extension instead.',
  platform: 'Managed by the platform; read-only here.',
  owner: 'Owned by another role. Only its owner can change it.',
  parent: 'Belongs to the partitioned table. Change it there.',
  constraint: 'Belongs to a constraint. Delete the constraint instead.',
}

type Listed = {
  id: number | string
  name: string
  locked_by: LockedBy | null
  comment?: string | null
}

/** How a list renames its objects and edits their comments. */
type Editing<Item> = {
  projectRef: string
  catalog: CommentCatalog
  address: (item: Item) => ObjectAddress
}

export type ListColumn<Item> = RecordColumn<Item>

type Pages<Item> = {
  data: { pages: readonly { items: readonly Item[]; total: number }[] } | undefined
  error: Error | null
  refetch: () => unknown
  isPlaceholderData?: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** A menu item of one object. */
export type RowAction = RecordAction & {
  /** Whether it only shows something, which every member can do. */
  isReading?: true
}

type ObjectListProps<Item> = {
  /** The list's name in text: `functions`. */
  label: string
  list: Pages<Item>
  /** The text that is searched for. */
  search: string
  columns: readonly ListColumn<Item>[]
  /** The header of the first column, if items are not identified by a name. */
  nameHeader?: string
  empty: { title: string; description: ReactNode; action?: ReactNode }
  /** The name as a link to the object. */
  nameLink?: (item: Item) => ReactNode
  /** Shown in the first column, below the name. */
  detail?: (item: Item) => ReactNode
  actions?: (item: Item) => readonly RowAction[]
  /** Whether the member can change the database. */
  canChange?: boolean
  /** Shows comments, and adds menu items that rename an object and edit its comment. */
  editing?: Editing<Item>
}

/**
 * A list of database objects, with its loading, empty and error states and a button for the next
 * page.
 */
export function ObjectList<Item extends Listed>({
  label,
  list,
  search,
  empty,
  ...table
}: ObjectListProps<Item>) {
  const { data } = list
  const total = data?.pages.at(-1)?.total ?? 0
  return (
    <QueryList
      label={label}
      query={{ ...list, data: data?.pages.flatMap(({ items }) => items) }}
      isSearched={search !== ''}
      noResults={`No name contains “${search}”.`}
      empty={empty}
    >
      {(items) => (
        <>
          <ObjectTable label={label} items={items} {...table} />
          <div className="flex min-h-7 flex-wrap items-center gap-3 text-xs text-muted">
            <p role="status">
              {items.length < total
                ? `${formatCount(items.length)} of ${formatCount(total)}`
                : `${formatCount(total)} in total`}
            </p>
            {list.hasNextPage && (
              <Button
                size="sm"
                pending={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                Load more
              </Button>
            )}
          </div>
        </>
      )}
    </QueryList>
  )
}

type ObjectTableProps<Item> = Omit<ObjectListProps<Item>, 'list' | 'search' | 'empty'> & {
  items: readonly Item[]
}

/** The table of such a list. */
export function ObjectTable<Item extends Listed>({
  label,
  items,
  columns,
  nameHeader = 'Name',
  nameLink,
  detail,
  actions: ownActions,
  canChange = false,
  editing,
}: ObjectTableProps<Item>) {
  const { panel, open, close } = useRecordPanel({ kinds: ['rename', 'comment'], items })
  const actions = editing ? withEditing(ownActions, open) : ownActions
  const hasMenu = actions !== undefined && (canChange || items.some(hasReading(actions)))
  return (
    <>
      <RecordTable
        label={label}
        items={items}
        nameOf={({ name }) => name}
        columns={[
          nameColumn({ header: nameHeader, nameLink, detail, hasComment: editing !== undefined }),
          ...columns,
        ]}
        {...(hasMenu && {
          actions: (item: Item) =>
            actions(item).filter(({ isReading }) => isReading || (canChange && !item.locked_by)),
          noteOf: ({ locked_by }: Item) => (canChange && locked_by ? LOCKED[locked_by] : undefined),
        })}
      />
      {editing && panel && canChange && !panel.item.locked_by && (
        <EditSheet
          projectRef={editing.projectRef}
          name={panel.item.name}
          object={editing.address(panel.item)}
          replaces={{
            kind: 'comment',
            catalog: editing.catalog,
            id: Number(panel.item.id),
            comment: panel.item.comment ?? null,
          }}
          kind={panel.kind}
          onClose={close}
        />
      )}
    </>
  )
}

type NameColumnOptions<Item> = {
  header: string
  nameLink: ((item: Item) => ReactNode) | undefined
  detail: ((item: Item) => ReactNode) | undefined
  hasComment: boolean
}

const nameColumn = <Item extends Listed>({
  header,
  nameLink,
  detail,
  hasComment,
}: NameColumnOptions<Item>): RecordColumn<Item> => ({
  header,
  textClassName: 'py-1.5',
  cell: (item) => (
    <>
      <div className="flex items-center gap-1.5">
        <span className="truncate font-mono font-medium" title={item.name}>
          {nameLink ? nameLink(item) : item.name}
        </span>
        {item.locked_by && <LockMark reason={LOCKED[item.locked_by]} />}
      </div>
      {detail && <div className="truncate text-muted">{detail(item)}</div>}
      {hasComment && item.comment && (
        <div className="truncate text-muted" title={item.comment}>
          {item.comment}
        </div>
      )}
    </>
  ),
})

/** The menu with two additional items before the last one, which deletes the object. */
const withEditing =
  <Item,>(
    actions: ((item: Item) => readonly RowAction[]) | undefined,
    open: (kind: 'rename' | 'comment', item: Item) => void,
  ) =>
  (item: Item): readonly RowAction[] => {
    const own = actions?.(item) ?? []
    const found = own.findIndex(({ variant }) => variant === 'danger')
    return own.toSpliced(
      found < 0 ? own.length : found,
      0,
      { label: 'Rename', onSelect: () => open('rename', item) },
      { label: 'Edit comment', onSelect: () => open('comment', item) },
    )
  }

type EditSheetProps = Omit<Parameters<typeof CommentSheet>[0], 'changeOf'> & {
  kind: 'rename' | 'comment'
  object: ObjectAddress
}

const EditSheet = ({ kind, object, replaces, ...props }: EditSheetProps) =>
  kind === 'rename' ? (
    <RenameSheet {...props} changeOf={(name) => ({ kind: 'rename', object, name })} />
  ) : (
    <CommentSheet
      {...props}
      replaces={replaces}
      changeOf={(comment) => ({ kind: 'comment', object, comment })}
    />
  )

const hasReading =
  <Item,>(actions: (item: Item) => readonly RowAction[]) =>
  (item: Item) =>
    actions(item).some(({ isReading }) => isReading)

/** A lock icon that explains on hover and focus why something can't be changed. */
export function LockMark({ reason }: { reason: string }) {
  return (
    <Tooltip content={reason}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip opens on focus too */}
      <span tabIndex={0} className="inline-flex shrink-0 text-muted">
        <Lock className="size-3" aria-label={reason} />
      </span>
    </Tooltip>
  )
}
