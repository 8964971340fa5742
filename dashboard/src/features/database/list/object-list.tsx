import type { ObjectAddress } from '@stoa/contract/services/meta/object-changes'
import type { LockedBy } from '@stoa/contract/services/meta/objects'
import type { CommentCatalog } from '@stoa/contract/services/meta/query'
import { Lock } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { ActionsMenu } from '../../../ui/menus/actions-menu.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { DropdownMenuItem } from '../../../ui/menus/dropdown-menu.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../ui/display/table.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { CommentSheet } from './comment-sheet.tsx'
import { RenameSheet } from './rename-sheet.tsx'

/** Why an object can't be changed, as a sentence. */
export const LOCKED: Readonly<Record<LockedBy, string>> = {
  extension: 'Belongs to an extension. Update or remove the extension instead.',
  platform: 'Managed by the platform; read-only here.',
  owner: 'Owned by another role. Only its owner can change it.',
  parent: 'Belongs to the partitioned table. Change it there.',
  constraint: 'Belongs to a constraint. Drop the constraint instead.',
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

export type ListColumn<Item> = {
  header: string
  cell: (item: Item) => ReactNode
  align?: 'left' | 'right'
  /** The width, and the window widths at which the column is shown. */
  className?: string
  /** Classes of the text. */
  textClassName?: string
}

type Pages<Item> = {
  data: { pages: readonly { items: readonly Item[]; total: number }[] } | undefined
  error: unknown
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** A menu item of one object. */
export type RowAction = {
  label: string
  onSelect: () => void
  variant?: 'danger'
  disabled?: boolean
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
  const { data, error } = list
  if (error && !data)
    return (
      <QueryError
        error={error}
        title={`Could not load the ${label}`}
        onRetry={() => void list.refetch()}
      />
    )
  if (!data) return <Skeleton className="h-64" />
  const items = data.pages.flatMap((page) => page.items)
  const total = data.pages.at(-1)?.total ?? 0
  if (items.length === 0 && search !== '')
    return <EmptyState title="No results" description={`No name contains “${search}”.`} />
  if (items.length === 0) return <EmptyState {...empty} />
  return (
    <>
      <ObjectTable label={label} items={items} {...table} />
      <div className="mt-2 flex min-h-7 flex-wrap items-center gap-3 text-xs text-muted">
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
  detail,
  actions: ownActions,
  canChange = false,
  editing,
}: ObjectTableProps<Item>) {
  const [edited, setEdited] = useState<{ kind: 'rename' | 'comment'; item: Item }>()
  const actions = editing ? withEditing(ownActions, setEdited) : ownActions
  const hasMenu = actions !== undefined && (canChange || items.some(hasReading(actions)))
  return (
    <>
      <Table aria-label={label} className="table-fixed">
        <TableHead>
          <TableRow>
            <TableHeader>{nameHeader}</TableHeader>
            {columns.map(({ header, align, className }) => (
              <TableHeader key={header} align={align} className={className}>
                {header}
              </TableHeader>
            ))}
            {hasMenu && <ActionsHeader className="w-12" />}
          </TableRow>
        </TableHead>
        <TableBody>
          {items.map((item) => (
            <TableRow key={item.id}>
              <TableCell className="py-1.5">
                <div className="flex items-center gap-1.5">
                  <span className="truncate font-mono font-medium" title={item.name}>
                    {item.name}
                  </span>
                  {item.locked_by && <LockMark reason={LOCKED[item.locked_by]} />}
                </div>
                {detail && <div className="truncate text-muted">{detail(item)}</div>}
                {editing && item.comment && (
                  <div className="truncate text-muted" title={item.comment}>
                    {item.comment}
                  </div>
                )}
              </TableCell>
              {columns.map(({ header, cell, align, className, textClassName }) => (
                <TableCell
                  key={header}
                  align={align}
                  className={classNames(className, textClassName)}
                >
                  {cell(item)}
                </TableCell>
              ))}
              {hasMenu && (
                <TableCell align="right" className="pr-1.5">
                  <ActionsMenu subject={item.name}>
                    {actions(item)
                      .filter(({ isReading }) => isReading || (canChange && !item.locked_by))
                      .map(({ label: text, onSelect, variant, disabled }) => (
                        <DropdownMenuItem
                          key={text}
                          onSelect={onSelect}
                          {...(variant && { variant })}
                          {...(disabled && { disabled })}
                        >
                          {text}
                        </DropdownMenuItem>
                      ))}
                    {canChange && item.locked_by && (
                      <p className="max-w-56 px-2 py-1 text-xs text-muted">
                        {LOCKED[item.locked_by]}
                      </p>
                    )}
                  </ActionsMenu>
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {editing && edited && (
        <EditSheet
          projectRef={editing.projectRef}
          name={edited.item.name}
          object={editing.address(edited.item)}
          replaces={{
            kind: 'comment',
            catalog: editing.catalog,
            id: Number(edited.item.id),
            comment: edited.item.comment ?? null,
          }}
          kind={edited.kind}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

/** The menu with two additional items before the last one, which drops the object. */
const withEditing =
  <Item,>(
    actions: ((item: Item) => readonly RowAction[]) | undefined,
    edit: (edited: { kind: 'rename' | 'comment'; item: Item }) => void,
  ) =>
  (item: Item): readonly RowAction[] => {
    const own = actions?.(item) ?? []
    const found = own.findIndex(({ variant }) => variant === 'danger')
    return own.toSpliced(
      found < 0 ? own.length : found,
      0,
      { label: 'Rename', onSelect: () => edit({ kind: 'rename', item }) },
      { label: 'Edit comment', onSelect: () => edit({ kind: 'comment', item }) },
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
