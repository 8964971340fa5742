import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Partition } from '@stoa/contract/services/meta/partitions'
import { useState } from 'react'
import { Option } from '../../../../components/form/option.tsx'
import { ChangeDialog } from '../../../../components/sql-form/change-dialog.tsx'

type DetachDialogProps = {
  projectRef: string
  table: TableDetail
  partition: Partition
  /** Postgres can't detach concurrently beside a default partition. */
  hasDefault: boolean
  onClose: () => void
}

/** Detaches a partition, which stays as a table of its own, or ends an interrupted detachment. */
export function DetachDialog({ projectRef, table, partition, ...props }: DetachDialogProps) {
  const { hasDefault, onClose } = props
  const [isConcurrent, setIsConcurrent] = useState(!hasDefault)
  const mode = isConcurrent ? 'concurrently' : 'blocking'
  return (
    <ChangeDialog
      projectRef={projectRef}
      title={
        partition.is_detaching
          ? `Finish detaching ${partition.name}?`
          : `Detach ${partition.name} from ${table.name}?`
      }
      description={`Its rows are no longer part of ${table.name}. The table ${partition.name} and its rows are kept.`}
      confirmLabel={partition.is_detaching ? 'Finish detaching' : 'Detach partition'}
      success={`${partition.name} detached`}
      change={{
        kind: 'detach_partition',
        table: { schema: table.schema, name: table.name },
        partition: { schema: partition.schema, name: partition.name },
        mode: partition.is_detaching ? 'finalize' : mode,
      }}
      onClose={onClose}
    >
      {!partition.is_detaching && !hasDefault && (
        <Option checked={isConcurrent} onChange={setIsConcurrent}>
          Detach concurrently (waits for open transactions, doesn’t block reads and writes)
        </Option>
      )}
      {!partition.is_detaching && hasDefault && (
        <p className="text-xs text-muted">
          Detaching blocks reads and writes for a moment, because a table with a default partition
          can’t detach concurrently.
        </p>
      )}
    </ChangeDialog>
  )
}
