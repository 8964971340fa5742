import type { ForeignKey, TableDetail } from '@stoa/contract/services/meta/catalogue'

/**
 * The foreign key that consists of this column alone; one of several columns has no list of rows.
 */
export const referenceOf = (table: TableDetail, column: string): ForeignKey | undefined =>
  table.foreign_keys.find(({ columns }) => columns.length === 1 && columns[0] === column)
