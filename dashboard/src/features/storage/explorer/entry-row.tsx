import { File, FileAudio, FileImage, FileText, FileVideo, Folder } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Time } from '../../../components/time.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { formatBytes } from '../../../lib/quantities.ts'
import { previewKind, type Entry } from './entries.ts'
import { baseName, folderOf } from './paths.ts'

export const ROW_HEIGHT = 32

/** The columns of the header and of each row. They follow the width of the list. */
export const COLUMNS =
  'grid grid-cols-[2rem_minmax(0,1fr)_2.5rem] items-center gap-x-4 sm:pl-3 @md:grid-cols-[2rem_minmax(0,1fr)_5rem_2.5rem] @xl:grid-cols-[2rem_minmax(0,1fr)_5rem_8rem_2.5rem] @3xl:grid-cols-[2rem_minmax(0,1fr)_5rem_10rem_8rem_2.5rem]'

type EntryRowProps = {
  id: string
  index: number
  entry: Entry
  isActive: boolean
  isSelected: boolean
  isShown: boolean
  /** Shows the folder after the name. */
  hasFolder: boolean
  onClick: (event: MouseEvent) => void
  onSelect: (event: MouseEvent) => void
  menu: ReactNode
}

export function EntryRow({
  id,
  index,
  entry,
  isActive,
  isSelected,
  isShown,
  hasFolder,
  ...props
}: EntryRowProps) {
  const name = baseName(entry.name) || '(no name)'
  const object = entry.kind === 'object' ? entry.object : undefined
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the grid has the focus and handles the keys
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      onClick={(event) => isOnRow(event) && props.onClick(event)}
      style={{ top: index * ROW_HEIGHT, height: ROW_HEIGHT }}
      className={classNames(
        COLUMNS,
        'absolute inset-x-0 cursor-default border-b border-line',
        isSelected || isShown ? 'bg-selected' : 'hover:bg-hover',
        isActive &&
          'group-focus-visible/list:outline-2 group-focus-visible/list:-outline-offset-2 group-focus-visible/list:outline-focus',
      )}
    >
      <span role="gridcell" className="grid h-full place-items-center">
        <input
          type="checkbox"
          tabIndex={-1}
          className="list-checkbox"
          aria-label={`Select ${name}`}
          checked={isSelected}
          readOnly
          // The list keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            event.stopPropagation()
            props.onSelect(event)
          }}
        />
      </span>
      <span role="gridcell" className="flex min-w-0 items-center gap-2">
        <EntryIcon entry={entry} />
        <span className="truncate" title={entry.name}>
          {name}
          {hasFolder && (
            <span className="text-muted"> in {folderOf(entry.name) || 'the top folder'}</span>
          )}
        </span>
      </span>
      <span role="gridcell" className="hidden text-right text-muted tabular-nums @md:block">
        {object?.size != null && formatBytes(object.size)}
      </span>
      <span
        role="gridcell"
        className="hidden truncate text-muted @3xl:block"
        title={object?.content_type ?? undefined}
      >
        {object ? object.content_type : 'Folder'}
      </span>
      <span role="gridcell" className="hidden truncate text-muted @xl:block">
        {object && <Time date={object.updated_at} />}
      </span>
      <span role="gridcell">{props.menu}</span>
    </div>
  )
}

/** False for a click on a button of the row, or in the menu that a button opened. */
const isOnRow = ({ target, currentTarget }: MouseEvent): boolean =>
  target instanceof Element && currentTarget.contains(target) && !target.closest('button')

const ICONS = {
  image: FileImage,
  video: FileVideo,
  audio: FileAudio,
  pdf: FileText,
  text: FileText,
  none: File,
}

function EntryIcon({ entry }: { entry: Entry }) {
  const Icon = entry.kind === 'folder' ? Folder : ICONS[previewKind(entry.object)]
  return (
    <Icon
      className={classNames(
        'size-4 shrink-0',
        entry.kind === 'folder' ? 'text-accent-text' : 'text-muted',
      )}
    />
  )
}
