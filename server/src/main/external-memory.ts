import { setFlagsFromString } from 'node:v8'

/**
 * Lets V8 collect garbage by the memory that is used in all. By default, some 30 MB of buffers since the
 * last time are a reason to search the whole heap: twice in every upload of 50 MB, whose chunks are
 * garbage at once, and that took half of its time. Other versions of Node do not have the flag.
 */
export function countExternalMemory(nodeVersion: string): void {
  if (nodeVersion.startsWith('24.'))
    setFlagsFromString('--external-memory-accounted-in-global-limit')
}
