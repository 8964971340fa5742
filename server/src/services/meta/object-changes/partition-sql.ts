import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import type {
  ListValue,
  PartitionBounds,
  RangeLimit,
} from '@stoa/contract/services/meta/partitions'
import { emptySql, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { partitionBySql } from '../ddl/partition-by-sql.ts'
import type { Undo } from '../history/undo.ts'
import { qualifiedSql, textSql } from './name-sql.ts'
import { setRowSecurity } from './table-object-sql.ts'

export type PartitionChange = Extract<ObjectChange, { kind: `${string}_partition` }>

/** The statements that create, attach or detach a partition. */
export function partitionStatements(change: PartitionChange): Sql[] {
  const partition = qualifiedSql(change.partition)
  const alter = sql`alter table ${qualifiedSql(change.table)}`
  switch (change.kind) {
    case 'create_partition': {
      const key = change.partition_by
      const secured = { ...change.partition, is_enabled: true }
      return [
        sql`create table ${partition}
partition of ${qualifiedSql(change.table)} ${boundsSql(change.bounds)}${key ? sql`\n${partitionBySql(key)}` : emptySql}`,
        ...(change.rls_enabled ? [setRowSecurity(secured)] : []),
      ]
    }
    case 'attach_partition':
      return [sql`${alter}\nattach partition ${partition} ${boundsSql(change.bounds)}`]
    case 'detach_partition':
      return [sql`${alter} detach partition ${partition}${MODES[change.mode]}`]
  }
}

const MODES = { blocking: emptySql, concurrently: sql` concurrently`, finalize: sql` finalize` }

function boundsSql(bounds: PartitionBounds): Sql {
  switch (bounds.kind) {
    case 'range':
      return sql`for values from (${limitsSql(bounds.from)}) to (${limitsSql(bounds.to)})`
    case 'list':
      return sql`for values in (${joinSql(bounds.values.map(valueSql))})`
    case 'hash':
      return sql`for values with (modulus ${rawSql(String(bounds.modulus))}, remainder ${rawSql(String(bounds.remainder))})`
    case 'default':
      return sql`default`
  }
}

const limitsSql = (limits: readonly RangeLimit[]): Sql =>
  joinSql(
    limits.map((limit) => (limit.kind === 'value' ? textSql(limit.value) : rawSql(limit.kind))),
  )

const valueSql = (value: ListValue): Sql =>
  value.kind === 'value' ? textSql(value.value) : sql`null`

/** The undo of a change, from the bounds that the partition had before. */
export function undoPartition(change: PartitionChange, bounds: string | null): Undo {
  const partition = qualifiedSql(change.partition)
  const alter = sql`alter table ${qualifiedSql(change.table)}`
  switch (change.kind) {
    case 'create_partition':
      return {
        statements: [sql`drop table ${partition}`],
        loss: 'The partition and all its rows are deleted.',
      }
    case 'attach_partition':
      return { statements: [sql`${alter} detach partition ${partition}`] }
    case 'detach_partition':
      if (bounds === null) return { impossible: 'The bounds of the partition could not be read.' }
      return { statements: [sql`${alter} attach partition ${partition} ${rawSql(bounds)}`] }
  }
}
