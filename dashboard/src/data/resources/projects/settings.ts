import { listDataApiOverrides } from '@stoa/contract/operations/services/meta/catalogue'
import type { Operation } from '@stoa/contract/endpoint'
import type { SettingsChange, SettingsOperations } from '@stoa/contract/settings-section'
import { projectKeys } from './projects.ts'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-hooks.ts'
import { databaseKeys } from '../database/tables.ts'

const sectionKey = (ref: string, { name }: SettingsOperations) =>
  [...projectKeys.detail(ref), 'config', name] as const

/** The settings of one service in a project. */
export function useSettings<Values extends object>(
  ref: string,
  section: SettingsOperations<Values>,
) {
  return useEndpointQuery(section.read, {
    input: { params: { ref } },
    queryKey: sectionKey(ref, section),
  })
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
export function useDataApiOverrides(ref: string) {
  return useEndpointQuery(listDataApiOverrides, {
    input: { params: { ref } },
    queryKey: databaseKeys.dataApiOverrides(ref),
  })
}
