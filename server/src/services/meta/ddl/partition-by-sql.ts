import type { PartitionKey } from '@stoa/contract/services/meta/partitions'
import { joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { partSql } from './constraint-sql.ts'

/** The clause of `create table` that makes a table a partitioned one. */
export const partitionBySql = ({ strategy, parts }: PartitionKey): Sql =>
  sql`partition by ${rawSql(strategy)} (${joinSql(parts.map(partSql))})`
