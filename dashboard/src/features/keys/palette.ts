import { getApiKeys } from '@stoa/contract/operations/platform/keys'
import type { ActionPlace } from '../../components/rooms/room.ts'
import { errorMessage } from '../../data/client/api-error.ts'
import { copyText } from '../../ui/buttons/copy-button.tsx'
import { toast } from '../../ui/feedback/toast.ts'

/** Copies the key that is safe to use in a browser. */
export async function copyApiKey({ place, call }: ActionPlace): Promise<void> {
  if (place.kind !== 'project') return
  try {
    const { publishable_key } = await call(getApiKeys, { params: { ref: place.ref } })
    if (await copyText(publishable_key)) toast.success('Publishable key copied')
  } catch (error) {
    toast.error(`Could not read the API key: ${errorMessage(error)}`)
  }
}
