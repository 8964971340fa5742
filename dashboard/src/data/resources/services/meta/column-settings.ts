import {
  getColumnOptions,
  getColumnSettings,
} from '@stoa/contract/operations/services/meta/column-settings'
import { useEndpointQuery } from '../../../client/endpoint-hooks.ts'
import { databaseKeys } from './tables.ts'

/** The settings of a column that only its form shows, read each time that the form opens. */
export function useColumnSettings(ref: string, id: number, position: number) {
  return useEndpointQuery(getColumnSettings, {
    input: { params: { ref, id, position } },
    queryKey: [...databaseKeys.table(ref, id), 'column', position],
    gcTime: 0,
    staleTime: 0,
  })
}

/** The collations and kinds of columns that the project's Postgres has. */
export function useColumnOptions(ref: string) {
  return useEndpointQuery(getColumnOptions, {
    input: { params: { ref } },
    queryKey: [...databaseKeys.all(ref), 'column-options'],
  })
}
