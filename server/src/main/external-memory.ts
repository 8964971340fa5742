import { setFlagsFromString } from 'node:v8'

/**
 * Makes V8 collect garbage by total memory use. By default, about 30 MB of new buffers make it
 * search the whole heap: twice in every upload of 50 MB, whose chunks become garbage at once, which
 * took half of the upload's time. Other versions of Node do not have the flag.
 */
export function countExternalMemory(nodeVersion: string): void {
  if (nodeVersion.startsWith('24.'))
    setFlagsFromString('--external-memory-accounted-in-global-limit')
}
