import {
  Columns3,
  Copy,
  Download,
  FolderInput,
  FolderPlus,
  FolderUp,
  List,
  RefreshCw,
  Trash2,
  Upload,
} from 'lucide-react'
import { useMemo, useRef, type ChangeEvent } from 'react'
import { useRegisterActions } from '../../../components/actions/actions.tsx'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../../ui/menus/dropdown-menu.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { SegmentedControl } from '../../../ui/buttons/segmented-control.tsx'
import { SearchInput } from '../../../ui/inputs/search-input.tsx'
import { pickedFiles } from '../upload/dropped-files.ts'
import type { NewUpload } from '../upload/upload-queue.ts'
import type { Entry } from './entries.ts'
import type { View } from './use-view.ts'

export type SelectedAction = 'download' | 'move' | 'copy' | 'delete'

/**
 * The scope of a search: names in the folder that start with the text, or all paths of the bucket.
 */
export type SearchScope = 'folder' | 'bucket'

type ToolbarProps = {
  search: string
  onSearch: (text: string) => void
  scope: SearchScope
  onScope: (scope: SearchScope) => void
  isRefreshing: boolean
  onRefresh: () => void
  selected: readonly Entry[]
  onClear: () => void
  onSelected: (action: SelectedAction, entries: readonly Entry[]) => void
  view: View
  onView: (view: View) => void
  folder: string
  /** Absent for members who can only read. */
  onUpload: ((files: NewUpload[]) => void) | undefined
  onNewFolder: () => void
}

export function Toolbar(props: ToolbarProps) {
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b px-4 py-2 sm:px-6">
      {props.selected.length > 0 ? <SelectionActions {...props} /> : <FolderActions {...props} />}
    </div>
  )
}

function FolderActions({
  search,
  onSearch,
  scope,
  onScope,
  isRefreshing,
  onRefresh,
  onUpload,
  ...props
}: ToolbarProps) {
  const field = useRef<HTMLInputElement>(null)
  const actions = useMemo(
    () => [
      {
        id: 'search-bucket',
        title: 'Search the bucket',
        group: 'Actions',
        shortcut: 'Mod+F',
        run() {
          onScope('bucket')
          field.current?.focus()
        },
      },
    ],
    [onScope],
  )
  useRegisterActions(actions)
  return (
    <>
      <SearchInput
        ref={field}
        label={SEARCHES[scope].label}
        placeholder={SEARCHES[scope].placeholder}
        className="min-w-32 flex-1 sm:max-w-64"
        value={search}
        onValueChange={onSearch}
      />
      <SegmentedControl
        aria-label="Search in"
        value={scope}
        options={SCOPES}
        onValueChange={onScope}
      />
      <IconButton label="Refresh" busy={isRefreshing} onClick={onRefresh}>
        <RefreshCw className="size-3.5" />
      </IconButton>
      <SegmentedControl
        aria-label="View"
        value={props.view}
        options={VIEWS}
        onValueChange={props.onView}
      />
      {onUpload && (
        <div className="ml-auto flex items-center gap-2">
          <Button onClick={props.onNewFolder}>
            <FolderPlus className="size-3.5" /> <span className="max-sm:sr-only">New folder</span>
          </Button>
          <UploadMenu folder={props.folder} onUpload={onUpload} />
        </div>
      )}
    </>
  )
}

const SEARCHES = {
  folder: { label: 'Filter files by prefix', placeholder: 'Filter by prefix' },
  bucket: { label: 'Search the bucket', placeholder: 'Search all paths' },
} as const
const SCOPES = [
  { value: 'folder', label: 'Folder' },
  { value: 'bucket', label: 'Bucket' },
] as const

const viewLabel = (Icon: typeof List, label: string) => (
  <span className="flex items-center" title={label}>
    <Icon className="size-3.5" />
    <span className="sr-only">{label}</span>
  </span>
)

const VIEWS = [
  { value: 'list', label: viewLabel(List, 'List') },
  { value: 'columns', label: viewLabel(Columns3, 'Columns') },
] as const

type UploadMenuProps = { folder: string; onUpload: (files: NewUpload[]) => void }

function UploadMenu({ folder, onUpload }: UploadMenuProps) {
  const files = useRef<HTMLInputElement>(null)
  const folders = useRef<HTMLInputElement>(null)
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onUpload(pickedFiles(target.files ?? [], folder))
    // Choosing the same file again must also count as a change.
    target.value = ''
  }
  const input = {
    type: 'file',
    multiple: true,
    hidden: true,
    tabIndex: -1,
    onChange: pick,
  } as const
  return (
    <>
      <input ref={files} aria-label="Files to upload" {...input} />
      <input
        ref={(element) => {
          folders.current = element
          element?.setAttribute('webkitdirectory', '')
        }}
        aria-label="Folder to upload"
        {...input}
      />
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="primary">
            <Upload className="size-3.5" /> Upload
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem onSelect={() => files.current?.click()}>
            <Upload className="size-3.5" /> Files
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => folders.current?.click()}>
            <FolderUp className="size-3.5" /> Folder
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </>
  )
}

function SelectionActions({ selected, onClear, onSelected, onUpload }: ToolbarProps) {
  const canWrite = onUpload !== undefined
  const button = (action: SelectedAction, label: string, Icon: typeof Copy) => (
    <Button
      size="sm"
      variant={action === 'delete' ? 'danger' : 'secondary'}
      onClick={() => onSelected(action, selected)}
    >
      <Icon className="size-3.5" /> {label}
    </Button>
  )
  return (
    <>
      <output className="text-xs tabular-nums">{formatCount(selected.length)} selected</output>
      {button('download', 'Download', Download)}
      {canWrite && button('move', 'Move', FolderInput)}
      {canWrite && button('copy', 'Copy', Copy)}
      {canWrite && button('delete', 'Delete', Trash2)}
      <Button size="sm" variant="ghost" onClick={onClear}>
        Clear selection
      </Button>
    </>
  )
}
