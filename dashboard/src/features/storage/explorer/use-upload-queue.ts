import { useEffect, useState } from 'react'
import { ApiError, hasErrorCode } from '../../../data/client/api-error.ts'
import type { ObjectVerbs } from '../../../data/resources/services/storage/verbs.ts'
import { randomId } from '../../../lib/random-id.ts'
import { createUploadQueue, type UploadQueue } from '../upload/upload-queue.ts'
import { nextName } from '@stoa/contract/services/storage/next-name'

/** The uploads to one bucket while its page is open. Leaving the page cancels them. */
export function useUploadQueue(verbs: ObjectVerbs, bucket: string): UploadQueue {
  const [queue] = useState(() =>
    createUploadQueue({
      send: verbs.upload,
      newId: randomId,
      isTaken: (error) => hasErrorCode(error, 'KeyAlreadyExists'),
      isLost: (error) => error instanceof ApiError && error.code === 0,
      abandon: (file) => void verbs.abandon(file),
      nextName,
      onArrived: () => void verbs.reload(bucket),
    }),
  )
  useEffect(() => {
    window.addEventListener('online', queue.reconnect)
    return () => {
      window.removeEventListener('online', queue.reconnect)
      queue.cancelAll()
    }
  }, [queue])
  return queue
}
