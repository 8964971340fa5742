import { Handle, Position, type NodeProps } from '@xyflow/react'
import { Fingerprint, KeyRound, Link2, ShieldCheck, ShieldOff } from 'lucide-react'
import { memo } from 'react'
import { classNames } from '../../../../lib/class-names.ts'
import {
  HEADER_HEIGHT,
  ROW_HEIGHT,
  titleOf,
  type DiagramNode,
  type DiagramRow,
} from '../diagram-model.ts'
import { securityText } from '../security-text.ts'
import { handleId, type TableFlowNode } from './flow-elements.ts'

/** A table with its columns, keys and access. */
export const TableNode = memo(function TableNode({ data, selected }: NodeProps<TableFlowNode>) {
  const { node, canConnect } = data
  const isOutside = node.table === undefined
  return (
    <div
      data-slot="table-node"
      className={classNames(
        'h-full rounded-md border bg-raised text-xs',
        isOutside && 'border-dashed',
        selected ? 'border-accent outline-1 outline-accent' : 'border-line-strong',
      )}
    >
      <div
        className="flex items-center gap-2 border-b px-2.5"
        style={{ height: HEADER_HEIGHT - 1 }}
        title={node.table?.comment ?? titleOf(node)}
      >
        <span className="min-w-0 flex-1 truncate font-mono font-semibold">{titleOf(node)}</span>
        <Security node={node} />
      </div>
      {node.rows.map((row) => (
        <Row key={row.name} row={row} canConnect={canConnect} />
      ))}
      {node.hiddenCount > 0 && (
        <div className="flex items-center px-2.5 text-muted" style={{ height: ROW_HEIGHT }}>
          {node.hiddenCount === 1 ? '1 more column' : `${node.hiddenCount} more columns`}
        </div>
      )}
    </div>
  )
})

function Security({ node: { table } }: { node: DiagramNode }) {
  const text = table && securityText(table)
  if (!text) return null
  const { rls_enabled: isOn, policy_count: count } = table
  return (
    <span
      title={text}
      className={classNames(
        'flex items-center gap-0.5 text-2xs tabular-nums',
        isOn ? 'text-success-text' : 'text-warning-text',
      )}
    >
      {isOn ? (
        <ShieldCheck className="size-3.5" aria-hidden />
      ) : (
        <ShieldOff className="size-3.5" aria-hidden />
      )}
      {isOn ? <span aria-hidden>{count}</span> : <span aria-hidden>RLS off</span>}
      <span className="sr-only">{text}</span>
    </span>
  )
}

function Row({ row, canConnect }: { row: DiagramRow; canConnect: boolean }) {
  return (
    <div
      className="group/row relative flex items-center gap-1.5 px-2.5 font-mono hover:bg-hover"
      style={{ height: ROW_HEIGHT }}
    >
      <span className="grid w-3.5 shrink-0 place-items-center text-muted">
        <KeyIcon row={row} />
      </span>
      <span className="min-w-0 flex-1 truncate">{row.name}</span>
      <span className="max-w-1/2 truncate text-muted">
        {row.type}
        {row.is_nullable && '?'}
      </span>
      {(['left', 'right'] as const).map((side) => (
        <Handle
          key={side}
          id={handleId(side, row.name)}
          type="source"
          position={side === 'left' ? Position.Left : Position.Right}
          isConnectable={canConnect}
        />
      ))}
    </div>
  )
}

function KeyIcon({ row }: { row: DiagramRow }) {
  if (row.is_primary_key) return <KeyRound className="size-3" aria-label="Primary key" />
  if (row.isForeignKey) return <Link2 className="size-3" aria-label="Foreign key" />
  if (row.is_unique) return <Fingerprint className="size-3" aria-label="Unique" />
  return null
}
