import os from 'node:os'

/** Bytes of memory that this process and its children can use: the machine's, or its container's. */
export function machineMemory(): number {
  const allowed = process.constrainedMemory()
  return allowed > 0 ? Math.min(allowed, os.totalmem()) : os.totalmem()
}
