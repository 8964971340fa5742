import type { Operation } from '@stoa/contract/endpoint'
import { dataApiSettings } from '@stoa/contract/operations/services/data-api/settings'
import { listDataApiOverrides } from '@stoa/contract/operations/services/meta/catalogue'
import type { SettingsChange, SettingsOperations } from '@stoa/contract/settings-section'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { projectKeys } from '../../platform/projects.ts'
import { endpointQuery, useEndpointMutation } from '../../../client/endpoint-hooks.ts'
import { databaseKeys } from '../meta/tables.ts'
import { useCall } from '../../../client/client-context.ts'

const sectionKey = (ref: string, { name }: SettingsOperations) =>
  [...projectKeys.detail(ref), 'config', name] as const

/** The settings of one service in a project. */
export const settingsQuery = <Values extends object>(
  call: Call,
  ref: string,
  section: SettingsOperations<Values>,
) =>
  endpointQuery(call, section.read, {
    input: { params: { ref } },
    queryKey: sectionKey(ref, section),
  })

export const useSettings = <Values extends object>(
  ref: string,
  section: SettingsOperations<Values>,
) => useQuery(settingsQuery(useCall(), ref, section))

/** Until they are loaded, the schemas of the data API include the usual one. */
const UNTIL_LOADED: readonly string[] = ['public']

/** The schemas that clients of the data API can reach. */
export function useExposedSchemas(ref: string): readonly string[] {
  const { data } = useSettings(ref, dataApiSettings)
  if (!data) return UNTIL_LOADED
  return data.enabled ? data.exposed_schemas : []
}

/** Changes some fields of a section. `title` names the section in messages: `Data API`. */
export function useUpdateSettings<Values extends object>(
  ref: string,
  section: SettingsOperations<Values>,
  title: string,
) {
  const update: Operation<{ ref: string }, Record<never, never>, object, Values> = section.update
  return useEndpointMutation(update, {
    input: (body: SettingsChange<Values>) => ({ params: { ref }, body }),
    sets: sectionKey(ref, section),
    meta: { success: `${title} settings saved` },
  })
}

/** The database's own settings, which take precedence over the project's. */
export const dataApiOverridesQuery = (call: Call, ref: string) =>
  endpointQuery(call, listDataApiOverrides, {
    input: { params: { ref } },
    queryKey: databaseKeys.dataApiOverrides(ref),
  })

export const useDataApiOverrides = (ref: string) => useQuery(dataApiOverridesQuery(useCall(), ref))
