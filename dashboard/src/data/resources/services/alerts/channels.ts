import type { BodyOf } from '@stoa/contract/endpoint'
import {
  createAlertChannel,
  deleteAlertChannel,
  listAlertChannels,
  listAlertMessages,
  listAlertRecipients,
  testAlertChannel,
  updateAlertChannel,
} from '@stoa/contract/operations/services/alerts/channels'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import {
  endpointQuery,
  useEndpointMutation,
  useEndpointQuery,
} from '../../../client/endpoint-hooks.ts'
import { projectKeys } from '../../platform/projects.ts'

export type AlertChannelDraft = BodyOf<typeof createAlertChannel>
export type AlertChannelChange = BodyOf<typeof updateAlertChannel>

const channelsKey = (ref: string) => [...projectKeys.detail(ref), 'alert-channels'] as const

export const alertChannelsQuery = (call: Call, ref: string) =>
  endpointQuery(call, listAlertChannels, {
    input: { params: { ref } },
    queryKey: [...channelsKey(ref), 'list'],
  })

export const useAlertChannels = (ref: string) => useQuery(alertChannelsQuery(useCall(), ref))

/** The addresses that mail can be sent to. */
export const useAlertRecipients = (ref: string) =>
  useEndpointQuery(listAlertRecipients, {
    input: { params: { ref } },
    queryKey: [...channelsKey(ref), 'recipients'],
  })

export const useAlertMessages = (ref: string, id: string) =>
  useEndpointQuery(listAlertMessages, {
    input: { params: { ref, id } },
    queryKey: [...channelsKey(ref), 'messages', id],
  })

export function useCreateAlertChannel(ref: string) {
  return useEndpointMutation(createAlertChannel, {
    input: (body: AlertChannelDraft) => ({ params: { ref }, body }),
    invalidates: channelsKey(ref),
    meta: { success: 'Channel created' },
  })
}

export function useUpdateAlertChannel(ref: string) {
  return useEndpointMutation(updateAlertChannel, {
    input: ({ id, ...body }: AlertChannelChange & { id: string }) => ({
      params: { ref, id },
      body,
    }),
    invalidates: channelsKey(ref),
    meta: { success: 'Channel saved' },
  })
}

export function useTestAlertChannel(ref: string) {
  return useEndpointMutation(testAlertChannel, {
    input: (id: string) => ({ params: { ref, id } }),
    invalidates: channelsKey(ref),
    meta: { failure: 'Failed to send a test message' },
  })
}

export function useDeleteAlertChannel(ref: string) {
  return useEndpointMutation(deleteAlertChannel, {
    input: (id: string) => ({ params: { ref, id } }),
    invalidates: projectKeys.detail(ref),
    meta: { failure: 'Failed to delete the channel', success: 'Channel deleted' },
  })
}
