import { listDataApiOverrides } from '@stoa/contract/services/meta/catalogue'
import type { Endpoint } from '@stoa/contract/endpoint'
import type { SettingsChange, SettingsSection } from '@stoa/contract/settings-section'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { projectKeys } from './projects.ts'
import { useCall } from '../client/client-context.ts'
import { databaseKeys } from './tables.ts'

const sectionKey = (ref: string, { name }: SettingsSection) =>
  [...projectKeys.detail(ref), 'config', name] as const

/** The settings of one service in a project. */
export function useSettings<Values extends object>(ref: string, section: SettingsSection<Values>) {
  const call = useCall()
  return useQuery({
    queryKey: sectionKey(ref, section),
    queryFn: ({ signal }) => call(section.read, { params: { ref }, signal }),
  })
}

/** Changes some fields of a section. `title` names the section in messages: `Data API`. */
export function useUpdateSettings<Values extends object>(
  ref: string,
  section: SettingsSection<Values>,
  title: string,
) {
  const call = useCall()
  const queryClient = useQueryClient()
  const update: Endpoint<{ ref: string }, Record<never, never>, object, Values> = section.update
  return useMutation({
    mutationFn: (body: SettingsChange<Values>) => call(update, { params: { ref }, body }),
    onSuccess: (settings) => queryClient.setQueryData(sectionKey(ref, section), settings),
    meta: { failure: `Failed to save the ${title} settings`, success: `${title} settings saved` },
  })
}

/** The database's own settings, which take precedence over the project's. */
export function useDataApiOverrides(ref: string) {
  const call = useCall()
  return useQuery({
    queryKey: databaseKeys.dataApiOverrides(ref),
    queryFn: ({ signal }) => call(listDataApiOverrides, { params: { ref }, signal }),
  })
}
