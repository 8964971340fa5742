import type { Column } from '@stoa/contract/services/meta/catalogue'

/** True if a change can set the column; otherwise Postgres generates its value. */
export const isSettable = (column: Pick<Column, 'is_generated' | 'identity'>): boolean =>
  !column.is_generated && column.identity !== 'always'

export const unsettableReason = ({ name }: Pick<Column, 'name'>): string =>
  `${name} is read-only: Postgres generates its value.`
