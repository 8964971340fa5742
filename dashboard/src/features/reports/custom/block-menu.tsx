import { Link } from '@tanstack/react-router'
import { MAX_BLOCK_ROWS, REPORT_COLUMNS } from '@stoa/contract/platform/custom-reports'
import { DropdownMenuItem, DropdownMenuSeparator } from '../../../ui/menus/dropdown-menu.tsx'
import type { BlockActions, PlacedBlock } from './block-actions.ts'
import { leastSize } from './blocks.ts'

/** The actions of a block; members who cannot change the report only follow it to its source. */
export function BlockMenu({ placed, actions }: { placed: PlacedBlock; actions: BlockActions }) {
  const { projectRef, block, index, count, canEdit } = placed
  const { width, height } = block
  const least = leastSize(block)
  return (
    <>
      {block.kind === 'query' && (
        <DropdownMenuItem asChild>
          <Link to="/project/$ref/sql/$id" params={{ ref: projectRef, id: block.snippet_id }}>
            Open query
          </Link>
        </DropdownMenuItem>
      )}
      {canEdit && (
        <>
          {block.kind === 'query' && <DropdownMenuSeparator />}
          <DropdownMenuItem onSelect={() => actions.edit(block)}>Edit</DropdownMenuItem>
          {block.kind === 'query' && block.view === 'chart' && (
            <DropdownMenuItem onSelect={() => actions.draw(block)}>Change chart</DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={() => actions.duplicate(block)}>Duplicate</DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem
            disabled={index === 0}
            onSelect={() => actions.move(block.id, index - 1)}
          >
            Move back
          </DropdownMenuItem>
          <DropdownMenuItem
            disabled={index === count - 1}
            onSelect={() => actions.move(block.id, index + 1)}
          >
            Move forward
          </DropdownMenuItem>
          <DropdownMenuItem
            disabled={width >= REPORT_COLUMNS}
            onSelect={() => actions.resize(block, { width: width + 1, height })}
          >
            Make wider
          </DropdownMenuItem>
          <DropdownMenuItem
            disabled={width <= least.width}
            onSelect={() => actions.resize(block, { width: width - 1, height })}
          >
            Make narrower
          </DropdownMenuItem>
          <DropdownMenuItem
            disabled={height >= MAX_BLOCK_ROWS}
            onSelect={() => actions.resize(block, { width, height: height + 1 })}
          >
            Make taller
          </DropdownMenuItem>
          <DropdownMenuItem
            disabled={height <= least.height}
            onSelect={() => actions.resize(block, { width, height: height - 1 })}
          >
            Make shorter
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem variant="danger" onSelect={() => actions.remove(block)}>
            Remove
          </DropdownMenuItem>
        </>
      )}
    </>
  )
}
